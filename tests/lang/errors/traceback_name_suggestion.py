count_of_items = 5
print(count_of_item)
