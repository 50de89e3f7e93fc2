"""Fails at work: the others go on."""


def start(editor):
    @editor.on("save")
    def divide(text):
        return text / 2

    @editor.on("open")
    def never(text):
        raise AssertionError("nothing is opened")
