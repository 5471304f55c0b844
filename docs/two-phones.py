#!/usr/bin/env python3
"""Makes the picture of `demo --web`: docs/two-phones.py, in a clone with Chromium and its driver. It plays `demo --web` to its end."""
import base64
import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OPTIONS = ["--headless=new", "--no-sandbox", "--window-size=1280,820", "--hide-scrollbars"]
BUTTON = 'document.querySelector("[data-story] button")'


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def browser(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["value"]


def script(session, code):
    return browser("POST", f"/session/{session}/execute/sync", {"script": code, "args": []})


port = free_port()
driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
demo = subprocess.Popen([ROOT + "/vitals-course", "demo", "--web", "--plain"], stdout=subprocess.PIPE, text=True)
try:
    address = next(found[1] for line in demo.stdout if (found := re.match(r"Open (\S+)", line)))
    options = {"goog:chromeOptions": {"args": OPTIONS}}
    session = browser("POST", "/session", {"capabilities": {"alwaysMatch": options}})["sessionId"]
    browser("POST", f"/session/{session}/url", {"url": address})
    deadline = time.monotonic() + 60
    while (label := script(session, f"return {BUTTON}?.innerText")) != "From the beginning":
        assert time.monotonic() < deadline, f"The story hangs at “{label}”."
        script(session, f"const button = {BUTTON}; if (button && !button.disabled) button.click()")
        time.sleep(0.5)
    time.sleep(1)
    with open(ROOT + "/docs/two-phones.png", "wb") as file:
        file.write(base64.b64decode(browser("GET", f"/session/{session}/screenshot")))
    browser("DELETE", f"/session/{session}")
finally:
    demo.send_signal(signal.SIGINT)
    driver.terminate()
    demo.wait()
