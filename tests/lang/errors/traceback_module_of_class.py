import decimal, json
raise json.JSONDecodeError("msg", "doc", 0)
