import colorsys, hashlib, ipaddress, uuid
u = uuid.UUID("12345678-1234-5678-1234-567812345678")
print(u, u.hex, u.int, u.fields, u.variant, u.version, uuid.uuid5(uuid.NAMESPACE_DNS, "x"), uuid.uuid3(uuid.NAMESPACE_URL, "y"), repr(u), u < uuid.UUID(int=0), hash(u) == hash(uuid.UUID(str(u))), u.urn)
print(colorsys.rgb_to_hls(0.2, 0.4, 0.6), colorsys.hsv_to_rgb(0.5, 0.5, 0.5), colorsys.rgb_to_yiq(1, 0, 0), hashlib.new("sha256", b"x").hexdigest()[:8])
n = ipaddress.ip_network("192.168.0.0/29")
print(list(n.hosts()), n.broadcast_address, ipaddress.ip_address("::1").exploded, n.subnet_of(ipaddress.ip_network("192.168.0.0/16")), list(n.subnets(prefixlen_diff=1)), ipaddress.ip_address("10.0.0.1") + 5, ipaddress.ip_interface("1.2.3.4/24").network, list(ipaddress.summarize_address_range(ipaddress.ip_address("1.0.0.0"), ipaddress.ip_address("1.0.0.6"))))
for bad in lambda: uuid.UUID("x"), lambda: ipaddress.ip_address("1.2.3.999"), lambda: ipaddress.ip_network("1.2.3.4/24"), lambda: ipaddress.ip_address("::g"):
    try:
        bad()
    except ValueError as error:
        print(error)
