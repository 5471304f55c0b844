"""Pushes and pulls against Kinto, a sync server in Python, on the same Postgres."""
import base64, http.client, json, os, subprocess, sys, time
from urllib.parse import urlsplit

from .common import BUILD, Missing, build, median, result, run, say, spread, start_server, stop, wait_for
from .postgres import BATCH, Cluster, body, post, users

PACKAGE = "kinto[postgresql]==26.5.0"
RECORDS, KINTO_BATCH, PAGE = 5_000, 25, 500


def installed():
    """The program of Kinto, in a virtual environment of our own."""
    program = f"{BUILD}/kinto/bin/kinto"
    if not os.path.exists(program):
        say(f"installing {PACKAGE}")
        for command in ([sys.executable, "-m", "venv", f"{BUILD}/kinto"],
                        [f"{BUILD}/kinto/bin/pip", "install", "--quiet", PACKAGE]):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise Missing(f"{PACKAGE} can't be installed: {done.stderr.strip().splitlines()[-1]}")
    return program


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Kinto:
    """A Kinto on a database of the cluster, with the settings of its documentation for PostgreSQL."""

    def __init__(self, options, cluster):
        program = installed()
        cluster.psql("CREATE DATABASE kinto")
        url = f"postgresql://postgres@/kinto?host={cluster.sockets}"
        self.port = free_port()
        ini = f"{options.folder('kinto')}/kinto.ini"
        with open(ini, "w") as file:
            file.write(f"""[app:main]
use = egg:kinto
kinto.storage_backend = kinto.core.storage.postgresql
kinto.storage_url = {url}
kinto.cache_backend = kinto.core.cache.postgresql
kinto.cache_url = {url}
kinto.permission_backend = kinto.core.permission.postgresql
kinto.permission_url = {url}
kinto.userid_hmac_secret = benchmark
kinto.bucket_create_principals = system.Authenticated
kinto.paginate_by = {PAGE}
multiauth.policies = basicauth
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {self.port}
""")
        run(program, "migrate", "--ini", ini)
        self.process = subprocess.Popen([program, "start", "--ini", ini], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        options.running.append(self.process)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        wait_for(self.answers, 60, "the start of Kinto")

    def answers(self):
        try:
            return self.request("GET", "/v1/")[0] == 200
        except OSError:
            self.connection.close()
            return False

    def request(self, method, path, data=None):
        credentials = base64.b64encode(b"benchmark:password").decode()
        self.connection.request(method, path, data, {"Authorization": f"Basic {credentials}",
                                                     "Content-Type": "application/json"})
        response = self.connection.getresponse()
        return response.status, response.read(), response.headers

    def collection(self, name):
        self.request("PUT", "/v1/buckets/benchmark", b"{}")
        path = f"/v1/buckets/benchmark/collections/{name}"
        status, text, _ = self.request("PUT", path, b"{}")
        assert status in (200, 201), text
        return f"{path}/records"

    def push_seconds(self, path, records):
        batches = []
        for first in range(0, len(records), KINTO_BATCH):
            requests = [{"method": "PUT", "path": f"{path}/{record['id']}", "body": {"data": record}}
                        for record in records[first:first + KINTO_BATCH]]
            batches.append(json.dumps({"requests": requests}).encode())
        begin = time.monotonic()
        for batch in batches:
            status, text, _ = self.request("POST", "/v1/batch", batch)
            assert status == 200 and all(one["status"] == 201 for one in json.loads(text)["responses"]), text[:300]
        return time.monotonic() - begin

    def pull_seconds(self, path, count):
        pulled, begin = 0, time.monotonic()
        while path:
            status, text, headers = self.request("GET", path)
            assert status == 200, text
            pulled += len(json.loads(text)["data"])
            following = headers.get("Next-Page")
            path = following and "{0.path}?{0.query}".format(urlsplit(following))
        assert pulled == count, pulled
        return time.monotonic() - begin


def pull_seconds(connection, token, cursor, count):
    pulled, begin = 0, time.monotonic()
    while True:
        connection.request("GET", f"/sync/pull?cursor={cursor}&limit={PAGE}",
                           headers={"Authorization": f"Bearer {token}"})
        page = json.loads(connection.getresponse().read())
        if not page["records"]:
            break
        pulled += len(page["records"])
        cursor = page["nextCursor"]
    assert pulled == count, pulled
    return time.monotonic() - begin


def push_and_pull(options):
    server = build("vitals-server")
    cluster = Cluster(options)
    kinto = Kinto(options, cluster)
    url = cluster.database("vitals", server)
    running, address = start_server(options, server, None, environment={"DATABASE_URL": url})
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    ours, theirs = {"push": [], "pull": []}, {"push": [], "pull": []}
    for number in range(options.rounds):
        token = users(server, url, 1)[0][0]
        bodies = [body(BATCH, first) for first in range(0, RECORDS, BATCH)]
        begin = time.monotonic()
        for data in bodies:
            post(connection, token, data)
        ours["push"].append(RECORDS / (time.monotonic() - begin))
        ours["pull"].append(RECORDS / pull_seconds(connection, token, 0, RECORDS))
        records = [record for data in bodies for record in json.loads(data)["records"]]
        path = kinto.collection(f"round{number}")
        theirs["push"].append(RECORDS / kinto.push_seconds(path, records))
        theirs["pull"].append(RECORDS / kinto.pull_seconds(path, RECORDS))
        say(f"kinto: push {ours['push'][-1]:.0f} against {theirs['push'][-1]:.0f} records/s, "
            f"pull {ours['pull'][-1]:.0f} against {theirs['pull'][-1]:.0f}")
    for process in (running, kinto.process, cluster.process):
        stop(process)
    rows = []
    for what, goal in (("push", 20), ("pull", 2)):
        ratio = median(ours[what]) / median(theirs[what])
        rows.append(result(
            f"{what} of {RECORDS} records, one client", f"Kinto on the same Postgres: "
            f"{spread(theirs[what], 'records/s', 0)}", f"{spread(ours[what], 'records/s', 0)}, {ratio:.1f} times",
            f"≥ {goal} times", ratio >= goal))
    return rows
