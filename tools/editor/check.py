#!/usr/bin/env python3
"""Asks rust-analyzer for completions at each `/*N*/` mark of src/main.rs and compares them with expected.txt.

    RUST_ANALYZER=path/to/rust-analyzer tools/editor/check.py

rust-analyzer is also looked for on the PATH. Exit code 1 if a mark lacks a label.
"""
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "src", "main.rs")


class Server:
    """A rust-analyzer process and its messages."""

    def __init__(self):
        command = [os.environ.get("RUST_ANALYZER", "rust-analyzer")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, cwd=HERE)
        self.messages = queue.Queue()
        self.last_id = 0
        self.quiescent = False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            length = None
            while True:
                line = self.process.stdout.readline()
                if not line:
                    return
                if not line.strip():
                    break
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def answer(self, message):
        """Answers what the server asks of an editor and notes its state."""
        if "method" in message and "id" in message:
            items = message["params"].get("items", []) if message["method"] == "workspace/configuration" else None
            self.send({"id": message["id"], "result": None if items is None else [None] * len(items)})
        if message.get("method") == "experimental/serverStatus":
            self.quiescent = message["params"].get("quiescent", False)

    def request(self, method, params, timeout=180):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        end = time.time() + timeout
        while time.time() < end:
            message = self.messages.get(timeout=timeout)
            self.answer(message)
            if message.get("id") == self.last_id and "method" not in message:
                return message.get("result")
        raise TimeoutError(method)

    def wait_until_quiet(self, timeout=600):
        start = time.time()
        while time.time() - start < timeout and not (self.quiescent and time.time() - start > 8):
            try:
                self.answer(self.messages.get(timeout=5))
            except queue.Empty:
                pass


def start(text):
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    server = Server()
    server.request("initialize", {
        "processId": os.getpid(),
        "rootUri": "file://" + HERE,
        "capabilities": {"experimental": {"serverStatusNotification": True}, "workspace": {"configuration": True},
                         "textDocument": {"completion": {"completionItem": {"snippetSupport": False}}}},
        "initializationOptions": {
            "procMacro": {"enable": True, "server": sysroot + "/libexec/rust-analyzer-proc-macro-srv"},
            "cargo": {"buildScripts": {"enable": True}}, "checkOnSave": False}})
    server.send({"method": "initialized", "params": {}})
    document = {"uri": "file://" + FILE, "languageId": "rust", "version": 1, "text": text}
    server.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
    server.wait_until_quiet()
    return server


def marks(source):
    """The text without marks, and each mark's line and column in it."""
    places, text = {}, ""
    for piece in re.split(r"(/\*\d+\*/)", source):
        found = re.fullmatch(r"/\*(\d+)\*/", piece)
        if found:
            places[int(found.group(1))] = (text.count("\n"), len(text) - (text.rfind("\n") + 1))
        else:
            text += piece
    return text, places


def expected():
    wanted = {}
    for line in open(os.path.join(HERE, "expected.txt"), encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            mark, labels = line.split(":")
            wanted[int(mark)] = labels.split()
    return wanted


def main():
    text, places = marks(open(FILE, encoding="utf-8").read())
    server = start(text)
    failed = 0
    for mark, labels in sorted(expected().items()):
        line, column = places[mark]
        position = {"textDocument": {"uri": "file://" + FILE}, "position": {"line": line, "character": column}}
        answer = server.request("textDocument/completion", position)
        items = answer.get("items", []) if isinstance(answer, dict) else (answer or [])
        offered = [item["label"].split("(")[0].strip() for item in items]
        missing = [label for label in labels if label not in offered]
        failed += bool(missing)
        print(f"{mark}: {'missing ' + ' '.join(missing) if missing else 'ok'}   offered first: {offered[:6]}")
    server.process.kill()
    print(f"{len(places) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
