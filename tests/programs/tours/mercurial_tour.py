"""A repository by Mercurial's Python code: commits, branches, merges, conflicts, logs, bundles, clones, annotate, hooks."""
import os
import subprocess
import sys

os.environ.update(HGMODULEPOLICY="py", HGUSER="Me <me@example.org>", HGRCPATH="")


def hg(*arguments, where="repo"):
    done = subprocess.run([sys.executable, "/usr/bin/hg", *arguments], cwd=where, capture_output=True, text=True)
    print("$ hg", *arguments, "->", done.returncode)
    print(done.stdout + done.stderr)


def write(path, text):
    with open(os.path.join("repo", path), "w") as file:
        file.write(text)


os.mkdir("repo")
hg("init")
write("a.txt", "one\ntwo\nthree\n")
write("b.bin", "\x00\x01binary")
hg("add")
hg("status")
hg("commit", "-m", "first", "-d", "0 0")
write("a.txt", "one\nTWO\nthree\nfour\n")
hg("diff", "--git")
hg("commit", "-m", "second", "-d", "1000 0")
hg("update", "0")
write("a.txt", "one\ntwo 2\nthree\n")
hg("branch", "other")
hg("commit", "-m", "third", "-d", "2000 3600")
hg("merge", "default", "--tool", "internal:merge")
hg("resolve", "--list")
write("a.txt", "one\nmerged\nthree\nfour\n")
hg("resolve", "--mark", "a.txt")
hg("commit", "-m", "merged", "-d", "3000 0")
hg("log", "-G", "-T", "{rev}:{node|short} {branch} {desc|upper} {date|isodate} {parents}\n")
hg("log", "-r", "ancestors(tip) and not branch(default)", "--stat")
hg("annotate", "-un", "a.txt")
hg("tag", "v1", "-d", "4000 0")
hg("mv", "a.txt", "c.txt")
hg("commit", "-m", "moved", "-d", "5000 0")
hg("log", "-f", "c.txt", "-T", "{rev} {desc}\n")
hg("bundle", "--all", "../all.hg", "--type", "none-v2")
hg("clone", "-q", "repo", "copy", where=".")
hg("verify", where="copy")
hg("export", "1")
hg("archive", "-t", "files", "../out")
hg("nosuch")
hg("log", "-r", "nothing")
hg("manifest", "-r", "0", "--debug")
hg("help", "revsets")
print(sorted(os.listdir("out")))
import shutil
shutil.rmtree("repo")
shutil.rmtree("copy")
shutil.rmtree("out")
os.remove("all.hg")
