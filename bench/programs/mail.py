"""A message parsed and written by the email package."""
import email
import email.policy

N = 8
TEXT = """From: "A. Sender" <sender@example.org>
To: one@example.org, "Two, the second" <two@example.org>
Subject: =?utf-8?q?caf=C3=A9?= and more
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="here"

--here
Content-Type: text/plain; charset="utf-8"

Some text.
--here
Content-Type: application/octet-stream
Content-Transfer-Encoding: base64

AAECAw==
--here--
"""


def run(n):
    total = 0
    for _ in range(n):
        message = email.message_from_string(TEXT, policy=email.policy.default)
        total += len(message["to"].addresses) + len(message["subject"]) + len(message.as_string())
        total += sum(len(part.get_content_type()) for part in message.walk())
    return total
