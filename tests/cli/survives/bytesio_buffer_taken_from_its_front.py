# The buffer of a BytesIO gives its bytearray away: what is taken from its front must not confuse the stream.
import io
for n in range(50):
    b = io.BytesIO(bytes(range(200)))
    view = b.getbuffer()
    array = view.obj
    view.release()
    if type(array) is bytearray:
        del array[:n + 1]
    b.seek(0, 2)
    b.write(b"x" * 1000)
    b.truncate(10)
    assert len(b.getvalue()) == 10
