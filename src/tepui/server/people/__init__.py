"""Who someone is: cookies, names, devices."""
