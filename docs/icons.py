#!/usr/bin/env python3
"""Makes the page's icons from its two SVGs: docs/icons.py, in a clone with Chromium and its driver.

Phones that install a page take PNG: 192 and 512 pixels, the latter also with a ground to the edges ("maskable"), and 180 for iOS.
"""
import base64
import json
import os
import socket
import struct
import subprocess
import urllib.request

ICONS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "web", "icons")
# iOS rounds the corners itself, so its icon is the one with a ground to the edges.
MADE = [
    ("vitals-192.png", "vitals.svg", 192), ("vitals-512.png", "vitals.svg", 512),
    ("maskable-512.png", "maskable.svg", 512), ("apple-touch-icon.png", "maskable.svg", 180),
]
OPTIONS = ["--headless=new", "--no-sandbox", "--hide-scrollbars", "--force-device-scale-factor=1", "--window-size=800,800"]
LIMIT_BYTES = 150_000

# A canvas keeps what is transparent, where a picture of the page would be white.
DRAW = """
const [source, size, done] = arguments
const image = new Image()
image.onload = () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  canvas.getContext('2d').drawImage(image, 0, 0, size, size)
  done(canvas.toDataURL('image/png').split(',')[1])
}
image.src = 'data:image/svg+xml;base64,' + source
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def browser(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["value"]


port = free_port()
driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.PIPE, text=True)
try:
    next(line for line in driver.stdout if "successfully" in line)
    session = browser("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": OPTIONS}}}})["sessionId"]
    for name, source, size in MADE:
        with open(os.path.join(ICONS, source), "rb") as file:
            svg = base64.b64encode(file.read()).decode()
        script = {"script": DRAW, "args": [svg, size]}
        png = base64.b64decode(browser("POST", f"/session/{session}/execute/async", script))
        assert struct.unpack(">II", png[16:24]) == (size, size) and len(png) < LIMIT_BYTES, name
        with open(os.path.join(ICONS, name), "wb") as file:
            file.write(png)
        print(f"{name}: {size} pixels, {len(png)} bytes")
    browser("DELETE", f"/session/{session}")
finally:
    driver.terminate()
