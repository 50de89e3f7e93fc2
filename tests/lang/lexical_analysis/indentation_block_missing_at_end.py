print("never printed")
while True: 
