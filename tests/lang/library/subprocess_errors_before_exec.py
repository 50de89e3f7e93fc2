"""What fails in a child before the program is tried is told without the program's name, with that of cwd at most."""
import subprocess


def tell(*args, **kwargs):
    try:
        print(subprocess.Popen(*args, **kwargs).wait())
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "filename", None))


tell(["true"], stdin=9999)
tell(["true"], stdout=9999, cwd="/")
tell(["true"], stdout=subprocess.STDOUT)
tell(["true"], stderr=-7)
tell(["true"], cwd="/nonexistent")
tell(["true"], close_fds=True, pass_fds=[9999])
tell(["true"], process_group=2**22 + 5)
tell(["/nonexistent/program"], cwd="/")
tell(["/nonexistent/program"])
tell(["/"], executable="/")
tell(["true"], preexec_fn=lambda: 1 / 0)
tell("exit 3", shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
