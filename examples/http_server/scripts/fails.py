print("half of an answer, which nobody sees")
{}["missing"]
