"""The device: importing an export, applying pulled pages, the first sync."""
import datetime, json, os, shutil

from .common import build, build_before, compile_c, median, result, run, say, spread, start_server, stop

MEMORY_GOAL_MIB = 64


def write_export(path, count):
    """An export of heart rates, one every five minutes, as the Health app writes it."""
    begin = datetime.datetime(2015, 1, 1)
    with open(path, "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData ANY>\n]>\n'
                   '<HealthData locale="en_GB">\n <ExportDate value="2026-03-01 09:15:42 +0100"/>\n')
        for number in range(count):
            time = (begin + datetime.timedelta(minutes=5 * number)).strftime("%Y-%m-%d %H:%M:%S +0100")
            file.write(
                f' <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Ada’s Apple\u00a0Watch" '
                f'sourceVersion="10.3.1" unit="count/min" creationDate="{time}" startDate="{time}" endDate="{time}" '
                f'value="{50 + number * 7 % 1000 / 10}"/>\n')
        file.write("</HealthData>\n")


def imported(options, device, count):
    """A phone's folder with so many imported records, made once in a run."""
    data = f"{options.work}/imported-{count}"
    if not os.path.exists(data):
        say(f"importing {count} records")
        os.mkdir(data)
        write_export(f"{options.work}/export.xml", count)
        run(device, "import", f"{options.work}/export.xml", data=data)
        os.remove(f"{options.work}/export.xml")
    return data


def import_export(options):
    device, baseline = build("vitals-device"), compile_c("sqlite", "-lsqlite3")
    export = f"{options.work}/import.xml"
    write_export(export, options.records)
    ours, theirs, peaks = [], [], []
    for _ in range(options.rounds):
        data = options.folder("import")
        used = run(device, "import", export, data=data)
        ours.append(used.cpu_seconds)
        peaks.append(used.peak_mib)
        target = options.folder("import-baseline") + "/vitals.sqlite"
        theirs.append(json.loads(run(baseline, "import", f"{data}/vitals.sqlite", target).output)["cpu_seconds"])
        say(f"import: {ours[-1]:.2f} s, SQLite alone {theirs[-1]:.2f} s, {peaks[-1]:.0f} MiB")
    ratio = median(theirs) / median(ours)
    return [
        result(f"import of {options.records} records, CPU", f"the same rows by SQLite's C API: {spread(theirs)}",
               f"{spread(ours)}, ratio {ratio:.2f}", "≥ 0.5", ratio >= 0.5),
        result("its memory (peak)", "", f"{max(peaks):.0f} MiB", f"≤ {MEMORY_GOAL_MIB} MiB",
               max(peaks) <= MEMORY_GOAL_MIB),
    ]


def sync(device, address, data):
    run(device, "login", "--server", address, "--token", "dev-token", data=data)
    return run(device, "sync", data=data)


def apply_pulled(options):
    device, server, baseline = build("vitals-device"), build("vitals-server"), compile_c("sqlite", "-lsqlite3")
    first = options.folder("apply-first")
    shutil.copytree(imported(options, device, options.records), first, dirs_exist_ok=True)
    running, address = start_server(options, server, options.folder("apply-server"))
    sync(device, address, first)
    ours, theirs = [], []
    for _ in range(options.rounds):
        data = options.folder("apply-second")
        ours.append(sync(device, address, data).cpu_seconds)
        target = options.folder("apply-baseline") + "/vitals.sqlite"
        used = run(baseline, "apply", f"{data}/vitals.sqlite", target, str(page_size()))
        theirs.append(json.loads(used.output)["cpu_seconds"])
        say(f"apply: {ours[-1]:.2f} s, SQLite alone {theirs[-1]:.2f} s")
    stop(running)
    ratio = median(theirs) / median(ours)
    return [result(
        f"pull of {options.records} records by a second phone, CPU of the whole program",
        f"the same statements, reads included, by SQLite's C API: {spread(theirs)}",
        f"{spread(ours)}, ratio {ratio:.2f}", "≥ 0.4", ratio >= 0.4)]


def page_size():
    """The device's page, which is one transaction, from its source: so that the baseline's transactions are the same."""
    from .common import ROOT
    with open(f"{ROOT}/Sources/Vitals/Sync/SyncReport.swift") as source:
        line = next(line for line in source if "var pageSize" in line)
    return int(line.split("=")[1].replace("_", ""))


def first_sync(options):
    device, server = build("vitals-device"), build("vitals-server")
    before = build_before("vitals-device", options.before)
    data = imported(options, device, options.sync_records)
    used = {before: [], device: []}
    for _ in range(options.rounds):
        for program in used:
            phone = options.folder("first-sync")
            shutil.copytree(data, phone, dirs_exist_ok=True)
            running, address = start_server(options, server, options.folder("first-sync-server"))
            used[program].append(sync(program, address, phone))
            stop(running)
            name = "now" if program == device else options.before
            say(f"first sync, {name}: {used[program][-1].cpu_seconds:.2f} s, {used[program][-1].peak_mib:.0f} MiB")
    now, then = ([one.cpu_seconds for one in used[program]] for program in (device, before))
    peak = max(one.peak_mib for one in used[device])
    ratio = median(then) / median(now)
    return [
        result(f"first sync of {options.sync_records} records, CPU of the device", f"{options.before}: {spread(then)}",
               f"{spread(now)}, {ratio:.2f} times less", "≥ 2.5 times less", ratio >= 2.5),
        result("its memory (peak)", "", f"{peak:.0f} MiB", f"≤ {MEMORY_GOAL_MIB} MiB", peak <= MEMORY_GOAL_MIB),
    ]
