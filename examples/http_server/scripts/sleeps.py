import time
try:
    time.sleep(3600)
finally:
    time.sleep(3600)
