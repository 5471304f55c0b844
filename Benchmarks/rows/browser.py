"""The page in Chromium: its first load, a sync of 10 000 records, and 10 000 records on one screen."""
import http.client, json, os, re, shutil, subprocess, time, uuid

from .common import Missing, build, median, result, run, say, spread, start_server, stop
from .postgres import post

RECORDS = 10_000

SYNC = """
const begin = performance.now()
const button = [...document.querySelectorAll('button')].find((one) => one.innerText.trim() === 'Pair')
button.click()
while (!document.body.innerText.includes('Synced')) await new Promise((next) => setTimeout(next, 5))
return performance.now() - begin
"""
SHOW = """
await new Promise((next) => requestAnimationFrame(() => setTimeout(next)))
const begin = performance.now()
location.hash = '#/history/HEART_RATE'
while (!document.body.innerText.includes('%s entries')) await new Promise((next) => setTimeout(next, 1))
await new Promise((next) => requestAnimationFrame(() => setTimeout(next)))
return performance.now() - begin
""" % f"{RECORDS:,}"
LOADED = """
while (!document.querySelector('[data-phone]')?.innerText.trim()) await new Promise((next) => setTimeout(next, 1))
while (!performance.getEntriesByName('first-contentful-paint').length) await new Promise((next) => setTimeout(next, 1))
const { loadEventEnd } = performance.getEntriesByType('navigation')[0]
return Math.max(loadEventEnd, performance.getEntriesByName('first-contentful-paint')[0].startTime)
"""


class Browser:
    """Chromium without a window and with a new profile, driven over WebDriver."""

    def __init__(self, options):
        chromium = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if not chromium or not shutil.which("chromedriver"):
            raise Missing("there is no Chromium; Debian's packages are chromium and chromium-driver")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        options.running.append(self.driver)
        port = None
        for line in self.driver.stdout:
            port = re.search(r"started successfully on port (\d+)", line)
            if port:
                break
        if not port:
            raise SystemExit("Benchmarks/run: chromedriver didn't start.")
        self.connection = http.client.HTTPConnection("127.0.0.1", int(port.group(1)), timeout=120)
        self.path = "/session"
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--accept-lang=en-US",
                     f"--user-data-dir={options.folder('profile')}"] + ["--no-sandbox"] * (os.geteuid() == 0)
        self.path += "/" + self.send("POST", "", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"binary": chromium, "args": arguments}}}})["sessionId"]
        self.send("POST", "/timeouts", {"script": 60_000})

    def send(self, method, path, value=None):
        self.connection.request(method, self.path + path, json.dumps(value) if value is not None else None,
                                {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = json.loads(response.read())["value"]
        if response.status != 200:
            raise SystemExit(f"Benchmarks/run: the browser: {answer['message']}")
        return answer

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def run(self, script):
        """Runs the body of an async function in the page."""
        return self.send("POST", "/execute/sync", {"script": f"return (async () => {{ {script} }})()", "args": []})

    def close(self):
        self.send("DELETE", "")
        stop(self.driver)


def recent_records(count):
    """Heart rates, one a minute, the last of them just now: so all are on the screen of a month."""
    now, records = int(time.time()), []
    for number in range(count):
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now - 60 * number))
        records.append({"id": str(uuid.uuid4()), "kind": "HEART_RATE", "value": 50 + number % 100, "unit": "BPM",
                        "recordedAt": moment, "updatedAt": moment, "version": 1})
    return records


def screens(options):
    server = build("vitals-server")
    data = options.folder("browser-server")
    running, address = start_server(options, server, data)
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    records = recent_records(RECORDS)
    for first in range(0, RECORDS, 500):
        post(connection, "dev-token", json.dumps({"records": records[first:first + 500]}).encode())
    figures = {"load": [], "sync": [], "show": []}
    for _ in range(options.rounds):
        text = run(server, "pair", "--json", "--data", data, "--port", address.rsplit(":", 1)[1]).output
        code = json.loads(text[text.index("{"):])["code"]
        browser = Browser(options)
        browser.open(f"{address}/")
        figures["load"].append(browser.run(LOADED))
        browser.open(f"{address}/#/pair/{code}")
        browser.run("while (![...document.querySelectorAll('button')].some((one) => one.innerText.trim() === 'Pair')) "
                    "await new Promise((next) => setTimeout(next, 5))")
        figures["sync"].append(browser.run(SYNC))
        figures["show"].append(browser.run(SHOW))
        browser.close()
        say("browser: " + ", ".join(f"{name} {taken[-1]:.0f} ms" for name, taken in figures.items()))
    stop(running)
    rows = []
    for name, what, goal in (("load", "first load of the page", 1_000), ("show", f"{RECORDS} records on screen", 100),
                             ("sync", f"first sync of {RECORDS} records in the browser", 2_000)):
        rows.append(result(f"{what}, Chromium", "", spread(figures[name], "ms", 0), f"≤ {goal} ms",
                           median(figures[name]) <= goal))
    return rows
