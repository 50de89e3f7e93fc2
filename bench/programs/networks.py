"""Addresses and networks compared, divided and collapsed by ipaddress."""
import ipaddress

N = 190


def run(n):
    total = 0
    for i in range(n):
        net = ipaddress.ip_network("10.%d.0.0/22" % (i % 250))
        parts = list(net.subnets(new_prefix=25))
        total += len(list(ipaddress.collapse_addresses(parts))) + int(parts[-1].broadcast_address) % 1000
        total += ipaddress.ip_address("2001:db8::%x" % i).packed[-1] + (ipaddress.ip_address("10.1.2.3") in net)
    return total
