class Custom(Exception): pass
raise Custom
