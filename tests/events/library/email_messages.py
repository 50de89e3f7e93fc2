import email, email.message, email.policy, email.utils
m = email.message_from_string("From: a <a@b.c>\nTo: x@y.z, \"Q, R\" <q@r.s>\nSubject: =?utf-8?q?caf=C3=A9?=\nContent-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain\n\ntext\n--B\nContent-Type: application/x\nContent-Transfer-Encoding: base64\n\nAAEC\n--B--\n", policy=email.policy.default)
print(m["subject"], m["to"].addresses, [p.get_content_type() for p in m.walk()], m.get_body().get_content(), m.is_multipart())
n = email.message.EmailMessage()
n["Subject"], n["To"] = "hé", "a@b.c"
n.set_content("body é\n")
n.add_attachment(b"\0\1", maintype="application", subtype="x", filename="f.bin")
print(len(n.as_string().splitlines()), email.utils.parseaddr("N <a@b>"), email.utils.formataddr(("N, é", "a@b.c")), email.utils.parsedate_to_datetime("Thu, 29 Feb 2024 13:45:06 +0530"))
