"""Saves in capitals."""


def start(editor):
    @editor.on("save")
    def shout(text):
        return text.upper()
