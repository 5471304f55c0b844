"""Samples: an export that a device ingests, against the same rows by SQLite alone; and uploads to a server on Postgres, against
COPY of the same rows into the same table. The cluster is our own."""
import http.client, json, resource, socket, sqlite3, subprocess, time, uuid

from .common import build, median, result, run, say, spread, start_server, stop
from .postgres import Cluster, users

BATCH = 5_000
TYPES = [("BASAL_ENERGY", "kcal"), ("RESPIRATORY_RATE", "count/min"), ("STAND_TIME", "min"), ("WALKING_SPEED", "km/hr")]


def batches(count):
    """Samples in batches, as a watch writes them: a few types, a minute each."""
    for first in range(0, count, BATCH):
        samples = []
        for number in range(first, first + BATCH):
            kind, unit = TYPES[number % len(TYPES)]
            start = 1_600_000_000 + 60 * (number // len(TYPES))
            start, end = (time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment)) for moment in (start, start + 60))
            samples.append({"id": str(uuid.uuid4()), "type": kind, "value": 1 + number % 1000 / 8, "unit": unit, "start": start,
                            "end": end, "source": "Apple Watch", "device": "Watch6,1", "zone": "Europe/Berlin"})
        yield samples


def upload_seconds(address, token, bodies):
    """The seconds in which a phone uploads these bodies, one after the other."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    receipt, begin = None, time.monotonic()
    for body in bodies:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request("POST", "/health/samples", body, headers | ({"Vitals-Receipt": receipt} if receipt else {}))
        response = connection.getresponse()
        text = response.read()
        if response.status != 200 or json.loads(text)["stored"] != BATCH:
            raise SystemExit(f"Benchmarks/run: an upload failed: {response.status} {text[:300]!r}")
        receipt = response.getheader("Vitals-Receipt")
    return time.monotonic() - begin


def copy_seconds(url, files):
    """The seconds in which psql copies these files, each in a transaction of its own."""
    columns = "user_id, id, type, value, unit, started_at, ended_at, source, device, zone"
    script = "".join(f"\\copy samples ({columns}) from '{file}' csv\n" for file in files)
    begin = time.monotonic()
    done = subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", url], input=script, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"Benchmarks/run: psql: {done.stderr}")
    return time.monotonic() - begin


def upload(options):
    server = build("vitals-server")
    cluster, count = Cluster(options), max(BATCH, options.sync_records // BATCH * BATCH)
    ours, theirs, sizes = [], [], []
    for number in range(options.rounds):
        names = [f"upload_{number}", f"copy_{number}"]
        urls = [cluster.database(name, server) for name in names]
        [(token, _)], [(_, user)] = (users(server, url, 1) for url in urls)
        bodies, files, folder = [], [], options.folder("samples")
        for samples in batches(count):
            bodies.append(json.dumps({"uploadRequestId": str(uuid.uuid4()), "samples": samples}).encode())
            files.append(f"{folder}/{len(files)}.csv")
            with open(files[-1], "w") as file:
                for sample in samples:
                    file.write(",".join([user, *(f'"{value}"' for value in sample.values())]) + "\n")
        running, address = start_server(options, server, None, environment={"DATABASE_URL": urls[0]})
        # In turn, so that neither always comes first.
        for step in (0, 1) if number % 2 == 0 else (1, 0):
            if step == 0:
                ours.append(count / upload_seconds(address, token, bodies))
            else:
                theirs.append(count / copy_seconds(urls[1], files))
        sizes.append(int(cluster.psql("SELECT pg_total_relation_size('samples')", names[0]).stdout) / 2**20)
        stop(running)
        say(f"samples: {ours[-1]:.0f} samples/s, COPY {theirs[-1]:.0f}, {sizes[-1]:.0f} MiB")
        for name in names:
            cluster.psql(f"DROP DATABASE {name} WITH (FORCE)")
    stop(cluster.process)
    ratio = median(ours) / median(theirs)
    return [result(
        f"upload of {count} samples on Postgres with fsync, batches of {BATCH}",
        f"COPY of the same rows: {spread(theirs, 'samples/s', 0)}",
        f"{spread(ours, 'samples/s', 0)}, ratio {ratio:.2f}; {median(sizes):.0f} MiB", "≥ 0.7", ratio >= 0.7)]


MEMORY_GOAL_MIB = 64
# As the device sets its own connection.
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "foreign_keys = ON", "secure_delete = ON",
            "cache_size = -16384", "wal_autocheckpoint = 4000")
HEALTH = [("BasalEnergyBurned", "kcal"), ("RespiratoryRate", "count/min"), ("AppleStandTime", "min"), ("WalkingSpeed", "km/hr")]


def write_export(path, count):
    """An export with these samples, as a watch writes them: a few types, a minute each."""
    with open(path, "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n'
                   ' <ExportDate value="2026-03-01 09:15:42 +0100"/>\n')
        for number in range(count):
            kind, unit = HEALTH[number % len(HEALTH)]
            start = 1_400_000_000 + 60 * (number // len(HEALTH))
            start, end = (time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime(moment)) for moment in (start, start + 60))
            file.write(f' <Record type="HKQuantityTypeIdentifier{kind}" sourceName="Ada’s Apple\u00a0Watch" sourceVersion="10.3.1" '
                       f'unit="{unit}" creationDate="{end}" startDate="{start}" endDate="{end}" '
                       f'value="{1 + number % 1000 / 8}"/>\n')
        file.write("</HealthData>\n")


def insert_seconds(source, target):
    """The CPU seconds in which SQLite alone writes the samples of one store into a new one, in one transaction."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return usage.ru_utime + usage.ru_stime

    begin, database = used(), sqlite3.connect(target, isolation_level=None)
    for setting in SETTINGS:
        database.execute(f"PRAGMA {setting}")
    database.execute("ATTACH ? AS store", (source,))
    for (schema,) in database.execute("SELECT sql FROM store.sqlite_master WHERE tbl_name = 'sample' AND sql IS NOT NULL").fetchall():
        database.execute(schema)
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO main.sample SELECT * FROM store.sample ORDER BY number")
    database.execute("COMMIT")
    database.close()
    return used() - begin


def ingest(options):
    device, count = build("vitals-device"), options.sync_records
    export = f"{options.work}/samples.xml"
    write_export(export, count)
    ours, theirs, peaks = [], [], []
    for _ in range(options.rounds):
        data = options.folder("ingest")
        used = run(device, "import", export, data=data)
        ours.append(used.cpu_seconds)
        peaks.append(used.peak_mib)
        theirs.append(insert_seconds(f"{data}/vitals.sqlite", options.folder("ingest-baseline") + "/vitals.sqlite"))
        say(f"ingest: {ours[-1]:.1f} s, SQLite alone {theirs[-1]:.1f} s, {peaks[-1]:.0f} MiB")
    ratio = median(theirs) / median(ours)
    return [
        result(f"ingest of an export of {count} samples, CPU", f"the same rows by SQLite alone: {spread(theirs)}",
               f"{spread(ours)}, ratio {ratio:.2f}", "≥ 0.5", ratio >= 0.5),
        result("its memory (peak)", "", f"{max(peaks):.0f} MiB", f"≤ {MEMORY_GOAL_MIB} MiB", max(peaks) <= MEMORY_GOAL_MIB),
    ]
