"""read_init_file() without a name: settings of GNU readline, where there are some, are no error (xonsh asks for them)."""
import os
import readline
import tempfile

with tempfile.TemporaryDirectory() as folder:
    settings = os.path.join(folder, "inputrc")
    os.environ["HOME"] = folder
    os.environ["INPUTRC"] = settings
    with open(settings, "w") as file:
        file.write("set bell-style none\n")
    print(readline.read_init_file())
    print(readline.read_init_file(settings))
    for path in os.path.join(folder, "missing"), folder:
        try:
            readline.read_init_file(path)
        except OSError as error:
            print(type(error).__name__, error)
