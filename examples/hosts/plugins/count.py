"""Appends how long the text is."""


def start(editor):
    editor.on("save")(lambda text: f"{text} ({len(text)} characters)")
