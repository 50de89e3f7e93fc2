"""A playbook on this machine: variables, loops, conditions, templates, handlers, blocks, facts left out; the inventory; the vault."""
import os
import subprocess
import sys

open("hosts", "w").write("[web]\nlocalhost ansible_connection=local\n[web:vars]\ncolour=blue\n[all:vars]\nansible_python_interpreter=/usr/bin/python3.11\n")
open("page.j2", "w").write("Hello {{ name | upper }}\n{% for n in numbers if n > 1 %}{{ n }} {{ n | pow(2) }}\n{% endfor %}{{ groups['web'] }} {{ colour }} {{ data | to_nice_json }}\n")
open("play.yml", "w").write("""
- hosts: web
  gather_facts: false
  vars: {name: ann, numbers: [1, 2, 3], data: {b: [1], a: x}}
  tasks:
    - name: template
      template: {src: page.j2, dest: "{{ playbook_dir }}/page.txt"}
      notify: tell
    - name: loop
      debug: {msg: "{{ item.0 }}-{{ item.1 }}"}
      loop: "{{ ['a', 'b'] | product(numbers) | list }}"
      when: item.1 != 2
    - block:
        - command: /bin/false
      rescue:
        - debug: {msg: "rescued {{ ansible_failed_task.name }}"}
      always:
        - set_fact: {done: "{{ numbers | sum }}"}
    - assert: {that: [done == '6' or done == 6, name is match('a.*')], quiet: true}
    - shell: echo out; echo err >&2
      register: said
      changed_when: false
    - debug: {var: said.stdout_lines}
    - debug: {msg: "{{ lookup('file', 'hosts').splitlines() | length }} {{ 'x' | hash('sha1') }} {{ '10.0.0.1/8' | regex_replace('/.*') }}"}
    - lineinfile: {path: "{{ playbook_dir }}/page.txt", line: added}
    - fail: {msg: the end}
      ignore_errors: true
  handlers:
    - name: tell
      debug: {msg: told}
""")
open("secret", "w").write("pass\n")
os.environ.update(ANSIBLE_NOCOLOR="1", ANSIBLE_LOCALHOST_WARNING="0", ANSIBLE_INVENTORY_UNPARSED_WARNING="0", ANSIBLE_LOCAL_TEMP=os.path.abspath("tmp"), ANSIBLE_REMOTE_TEMP=os.path.abspath("tmp"))
for command in (["/usr/bin/ansible-playbook", "-i", "hosts", "play.yml", "--syntax-check"], ["/usr/bin/ansible-inventory", "-i", "hosts", "--list"], ["/usr/bin/ansible-playbook", "-i", "hosts", "play.yml"], ["/usr/bin/ansible", "-i", "hosts", "all", "-m", "debug", "-a", "msg={{colour}}"], ["/usr/bin/ansible-doc", "-l", "--type", "connection"]):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    print(command[1:] and command[0], done.returncode, done.stdout, done.stderr)
print(open("page.txt").read() if os.path.exists("page.txt") else "no page")
