print(f"hello, {query.get('name', 'world')}")
