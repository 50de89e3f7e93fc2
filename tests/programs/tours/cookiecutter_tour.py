"""A project from a template, and a site from Markdown by MkDocs."""
import json
import os
import subprocess
import sys

os.makedirs("template/{{cookiecutter.slug}}/docs")
os.makedirs("template/hooks")
json.dump({"name": "My Thing", "slug": "{{ cookiecutter.name.lower().replace(' ', '_') }}", "licence": ["MIT", "BSD"], "use_x": "y", "_extensions": []}, open("template/cookiecutter.json", "w"))
open("template/{{cookiecutter.slug}}/README.md", "w").write("# {{ cookiecutter.name }}\n{% if cookiecutter.use_x == 'y' %}with x{% endif %} {{ cookiecutter.licence }}\n")
open("template/{{cookiecutter.slug}}/docs/index.md", "w").write("# {{ cookiecutter.name }}\n\nText *here*.\n\n## Part\n\n```python\nx = 1\n```\n\n[other](other.md) [bad](none.md)\n")
open("template/{{cookiecutter.slug}}/docs/other.md", "w").write("Title\n=====\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
open("template/{{cookiecutter.slug}}/mkdocs.yml", "w").write("site_name: {{ cookiecutter.name }}\nplugins: []\ntheme:\n  name: null\n  custom_dir: theme\nmarkdown_extensions: [toc, tables, fenced_code, admonition]\n")
os.makedirs("template/{{cookiecutter.slug}}/theme")
open("template/{{cookiecutter.slug}}/theme/main.html", "w").write("{% raw %}<title>{{ page.title }}</title>{{ page.content }}{{ page.toc }}{% for item in nav %}<a href='{{ item.url }}'>{{ item.title }}</a>{% endfor %}{% endraw %}")
open("template/hooks/post_gen_project.sh", "w").write("#!/bin/sh\necho made > made.txt\n")
os.chmod("template/hooks/post_gen_project.sh", 0o755)
for command in (["-m", "cookiecutter", "--no-input", "template", "name=Big Thing", "licence=BSD"], ["-m", "cookiecutter", "--no-input", "template", "name=Big Thing"], ["-m", "cookiecutter", "--no-input", "nothing"], ["-m", "mkdocs", "build", "-f", "big_thing/mkdocs.yml", "-v"], ["-m", "mkdocs", "build", "-s", "-f", "big_thing/mkdocs.yml"], ["-m", "mkdocs", "--help"]):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    import re
    print(command, done.returncode, done.stdout, re.sub(r"in \d+\.\d+ seconds", "in TIME", done.stderr))
for root, folders, files in sorted(os.walk("big_thing/site")):
    for name in sorted(files):
        if name.endswith(".html"):
            print(name, open(os.path.join(root, name)).read())
        if name.startswith("sitemap"):
            os.remove(os.path.join(root, name))
