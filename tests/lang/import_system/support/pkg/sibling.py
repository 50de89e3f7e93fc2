sibling_value = "sibling"
