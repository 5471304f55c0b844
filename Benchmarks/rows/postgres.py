"""The server on Postgres: pushes against the same SQL by libpq, and pulls from a long log. The cluster is our own."""
import http.client, json, os, pwd, shutil, socket, subprocess, threading, time, uuid

from .common import Missing, build, compile_c, median, result, run, say, spread, start_server, stop, wait_for

CLIENTS, BATCH = 4, 500


def binaries():
    import glob
    for folder in [os.path.dirname(shutil.which("initdb") or "")] + sorted(
            glob.glob("/usr/lib/postgresql/*/bin") + glob.glob("/opt/homebrew/opt/postgresql*/bin"), reverse=True):
        if folder and os.path.exists(f"{folder}/initdb") and os.path.exists(f"{folder}/postgres"):
            return folder
    raise Missing("there are no Postgres programs (initdb, postgres)")


class Cluster:
    """A Postgres of our own with its own settings, fsync among them. It ends with the run."""

    def __init__(self, options):
        programs, self.folder = binaries(), options.folder("postgres")
        self.sockets = f"{self.folder}/sockets"
        os.mkdir(self.sockets)
        through = []
        if os.geteuid() == 0:  # Postgres refuses to run as root
            user = pwd.getpwnam("postgres")
            os.chmod(options.work, 0o711)
            for path in (self.folder, self.sockets):
                os.chown(path, user.pw_uid, user.pw_gid)
            through = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        run(*through, f"{programs}/initdb", "-D", f"{self.folder}/data", "--username=postgres", "--auth=trust",
            "--encoding=UTF8", "--no-locale", "--no-sync")
        self.process = subprocess.Popen(
            [*through, f"{programs}/postgres", "-D", f"{self.folder}/data", "-k", self.sockets, "-p", "5432",
             "-c", "listen_addresses=", "-c", "max_wal_size=4GB"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        options.running.append(self.process)
        wait_for(lambda: self.psql("SELECT 1", check=False).returncode == 0, 30, "the start of Postgres")

    def psql(self, sql, database="postgres", check=True):
        done = subprocess.run(
            ["psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url(database)],
            capture_output=True, text=True)
        if check and done.returncode != 0:
            raise SystemExit(f"Benchmarks/run: psql: {done.stderr}")
        return done

    def url(self, database):
        return f"postgres://postgres@/{database}?host={self.sockets}"

    def database(self, name, server):
        self.psql(f"CREATE DATABASE {name}")
        run(server, "migrate", "--database-url", self.url(name))
        return self.url(name)


def users(server, url, count):
    """The tokens of new users, and their ids."""
    added = []
    for number in range(count):
        token = f"benchmark-token-{uuid.uuid4()}"
        text = run(server, "user", "add", "--database-url", url, "--token", token, "--json").output
        added.append((token, json.loads(text[text.index("{"):])["id"]))
    return added


def body(count, first=0):
    """The JSON of a push of new records."""
    records = []
    for number in range(first, first + count):
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_750_000_000 + 300 * number))
        records.append({"id": str(uuid.uuid4()), "kind": "HEART_RATE", "value": 50 + number % 1000 / 10, "unit": "BPM",
                        "recordedAt": moment, "updatedAt": moment, "version": 1})
    return json.dumps({"records": records}).encode()


def post(connection, token, data):
    connection.request("POST", "/sync/push", data, {"Authorization": f"Bearer {token}",
                                                    "Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read()
    if response.status != 200:
        raise SystemExit(f"Benchmarks/run: a push failed: {response.status} {text[:300]!r}")


def push_seconds(address, tokens, batches):
    """The seconds in which each user has pushed these bodies, all users at the same time."""
    def client(token, bodies):
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        gate.wait()
        for data in bodies:
            post(connection, token, data)
    gate = threading.Barrier(len(tokens) + 1)
    clients = [threading.Thread(target=client, args=pair) for pair in zip(tokens, batches)]
    for one in clients:
        one.start()
    gate.wait()
    begin = time.monotonic()
    for one in clients:
        one.join()
    return time.monotonic() - begin


def push(options):
    server, baseline = build("vitals-server"), compile_c("libpq", "-lpq")
    cluster = Cluster(options)
    url = cluster.database("push", server)
    count = max(BATCH, options.records // (2 * CLIENTS) // BATCH * BATCH)
    added = users(server, url, CLIENTS)
    running, address = start_server(options, server, None, environment={"DATABASE_URL": url})
    ours, theirs = [], []
    for number in range(options.rounds + 1):
        batches = [[body(BATCH, first) for first in range(0, count, BATCH)] for _ in added]
        seconds = push_seconds(address, [token for token, _ in added], batches)
        used = run(baseline, url, str(BATCH), str(count), *[user for _, user in added])
        if number == 0:
            continue  # the first one fills caches
        ours.append(CLIENTS * count / seconds)
        theirs.append(CLIENTS * count / json.loads(used.output)["seconds"])
        say(f"push: {ours[-1]:.0f} records/s, libpq alone {theirs[-1]:.0f}")
    stop(running)
    stop(cluster.process)
    ratio = median(ours) / median(theirs)
    return [result(
        f"push on Postgres with fsync, {CLIENTS} users, batches of {BATCH}",
        f"the same SQL by libpq from C: {spread(theirs, 'records/s', 0)}",
        f"{spread(ours, 'records/s', 0)}, ratio {ratio:.2f}", "≥ 0.8", ratio >= 0.8)]


def fill(cluster, database, rows):
    """Puts rows into a database as pushes of the known user would have left them."""
    say(f"depth: filling a log of {rows} rows")
    cluster.psql(
        f"""
        BEGIN;
        INSERT INTO sync_log (user_id, record_id, version)
            SELECT '00000000-0000-0000-0000-000000000001', gen_random_uuid(), 1 FROM generate_series(1, {rows});
        INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq)
            SELECT user_id, record_id, 'HEART_RATE', 50 + seq % 1000 / 10.0, 'BPM',
                   '2020-01-01'::timestamptz + seq * interval '1 second', '2020-01-01'::timestamptz, 1, '', seq
            FROM sync_log;
        COMMIT;
        """, database)
    cluster.psql("VACUUM ANALYZE", database)


def pull_depth(options):
    server = build("vitals-server")
    cluster = Cluster(options)
    addresses, heads = {}, {}
    short = 10_000
    for rows in (short, options.log_rows):
        url = cluster.database(f"log_{rows}", server)
        fill(cluster, f"log_{rows}", rows)
        heads[rows] = int(cluster.psql("SELECT max(seq) FROM sync_log", f"log_{rows}").stdout)
        _, addresses[rows] = start_server(options, server, None, environment={"DATABASE_URL": url})
    connections = {rows: http.client.HTTPConnection(address.removeprefix("http://"))
                   for rows, address in addresses.items()}

    def pull(rows):
        begin = time.perf_counter()
        connections[rows].request("GET", f"/sync/pull?cursor={heads[rows] - 100}&limit=100",
                                  headers={"Authorization": "Bearer dev-token"})
        response = connections[rows].getresponse()
        assert len(json.loads(response.read())["records"]) == 100, response.status
        return (time.perf_counter() - begin) * 1000

    times = {rows: [] for rows in addresses}
    for number in range(200 * options.rounds + 50):
        for rows in addresses:
            taken = pull(rows)
            if number >= 50:
                times[rows].append(taken)
    stop(cluster.process)
    ratio = median(times[options.log_rows]) / median(times[short])
    return [result(
        f"pull of 100 changes from a log of {options.log_rows} rows",
        f"from one of {short} rows: {median(times[short]):.2f} ms",
        f"{median(times[options.log_rows]):.2f} ms, {ratio:.2f} times", "≤ 1.2 times", ratio <= 1.2)]
