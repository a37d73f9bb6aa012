"""Who somebody is: cookies, names, devices."""
