"""Runs a command in a pseudo-terminal, types a line after each prompt, and prints what was on the screen.

argv: the seconds it may take, a JSON list of answers, the command. An answer is typed once "]: " has been printed;
"^C" and "^D" are the keys. Ends with the command's own exit code.
"""

import json
import os
import pty
import select
import signal
import sys
import time

seconds, answers, command = float(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
pid, screen = pty.fork()
if pid == 0:
    os.execvp(command[0], command)

keys = {"^C": b"\x03", "^D": b"\x04"}
deadline = time.monotonic() + seconds
seen, answered = b"", 0
while time.monotonic() < deadline:
    ready, _, _ = select.select([screen], [], [], 0.1)
    if not ready:
        continue
    try:
        chunk = os.read(screen, 65536)
    except OSError:
        break
    if not chunk:
        break
    seen += chunk
    if seen.count(b"]: ") > answered and answered < len(answers):
        answer = answers[answered]
        answered += 1
        os.write(screen, keys.get(answer, answer.encode() + b"\r"))
else:
    os.kill(pid, signal.SIGKILL)
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
