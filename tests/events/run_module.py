"""Runs a module of the library as a program:   run_module.py NAME [ARGUMENT...]"""
import runpy
import sys

del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
