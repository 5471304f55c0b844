import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("vitals-device export and import of files")
struct FileCommandTests {
    let directory: TemporaryFolder
    let phone: Phone

    static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    init() throws {
        directory = try TemporaryFolder()
        phone = Phone(directory.path("phone"), environment: ["TZ": "Europe/Berlin"])
    }

    private func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: directory.path(name), atomically: true, encoding: .utf8)
        return directory.path(name)
    }

    private func python(_ program: String, _ arguments: String...) throws -> Run {
        try RunningProgram(path: "/usr/bin/python3", ["-c", program] + arguments, environment: [:])
            .finish(withinSeconds: 30)
    }

    @Test("Python's csv and json read the exports", .enabled(if: hasPython, "python3 isn't on this machine"))
    func python() throws {
        try phone.run("add", "weight", "72.3", "kg", "--at", "2026-06-20T07:30:00.125Z")
        try phone.run("add", "symptom", "3", "--label", "=dizzy, \"very\" 🤕", "--at", "2026-01-20T07:30:00Z")
        let (csv, json) = (directory.path("all.csv"), directory.path("all.json"))
        let run = try phone.run("export", csv)
        expect(run.status == 0 && run.output.contains("2 measurements"), "\(run)")
        try expect(phone.run("export", json).status, equals: 0)
        let table = try python(
            """
            import csv, sys
            rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
            print(len(rows), *(r[k] for r in rows for k in ("kind", "value", "unit", "recordedAt", "label")), sep="|")
            """, csv)
        expect(
            table.output,
            equals: "2|SYMPTOM|3|COUNT|2026-01-20T08:30:00+01:00|'=dizzy, \"very\" 🤕|"
                + "WEIGHT|72.3|KG|2026-06-20T09:30:00.125+02:00|\n", "\(table.errors)")
        let document = try python(
            """
            import json, sys
            all = json.load(open(sys.argv[1], encoding="utf-8"))
            print(all["format"], len(all["measurements"]), all["measurements"][0]["label"], all["entities"], all["samples"])
            """, json)
        expect(document.output, equals: "vitals-export 2 =dizzy, \"very\" 🤕 [] []\n", "\(document.errors)")
        // Both fill another phone, once.
        let other = Phone(directory.path("other"))
        try expect(other.run("import", csv).output.contains("2 new"))
        try expect(other.run("import", json).output.contains("0 new, 2 here already"))
        let piped = try Phone(directory.path("third")).run(
            "import", "-", "--format", "json", input: try phone.run("export", "--json").output)
        expect(piped.output.contains("2 new"), "\(piped)")
    }

    @Test("A dry run says how the columns are understood, and changes nothing")
    func dryRun() throws {
        let file = try write(
            "Datum;Gewicht (kg);Größe (Elle)\n31.01.2024;72,5;3\n01.02.2024;rubbish;\n", to: "waage.csv")
        let run = try phone.run("import", file, "--dry-run")
        for words in [
            "semicolons", "decimal comma", "the date", "weight, in kg", "left out", "Rows: 2", "2024-01-31T11:00:00Z",
            "weight 72.5 kg", "1 would be new", "Unreadable: 1", "line 3:", "nothing was stored",
        ] { expect(run.output.contains(words), "\(words): \(run.output)\(run.errors)") }
        try expect(phone.run("list", "--json").output, equals: "[]\n")
        let json = try JSONValue(parsing: phone.run("import", file, "--dry-run", "--json").output)
        expect(json["dryRun"] == .bool(true) && json["added"] == .number(1) && json["decimal"] == .string("comma"))
        try expect(phone.run("list", "--json").output, equals: "[]\n")
        let stored = try phone.run("import", file)
        expect(stored.status == 0 && stored.output.contains("1 new"), "\(stored)")
        try expect(phone.run("import", file).output.contains("0 new, 1 here already"))
    }

    @Test("What a file leaves open is asked for with both readings, and what can't be kept at all is an error")
    func questions() throws {
        let open = try write("date,weight (kg)\n01/02/2024,70\n", to: "open.csv")
        let run = try phone.run("import", open)
        expect(run.status == 1 && run.errors.contains("2024-02-01") && run.errors.contains("2024-01-02"), "\(run)")
        let said = try phone.run("import", open, "--dates", "mdy", "--zone", "America/New_York")
        expect(said.output.contains("1 new"), "\(said)")
        try expect(phone.run("list", "--json").output.contains("2024-01-02T17:00:00Z"))
        let mixed = try phone.run("import", write("date,weight (kg)\n13/02/2024,70\n02/14/2024,71\n", to: "mixed.csv"))
        expect(mixed.status == 1 && mixed.errors.contains("line 2") && mixed.errors.contains("line 3"), "\(mixed)")
        let none = try phone.run("import", write("date,weight (kg)\n2024-01-01,7000\n", to: "none.csv"))
        expect(none.status == 1 && none.errors.contains("Line 2"), "\(none)")
        let piped = try phone.run("import", "-", "--format", "csv", input: "date,weight (kg)\n2024-01-05,70\n")
        expect(piped.status == 0 && piped.output.contains("1 new"), "\(piped)")
    }

    @Test("A full disk leaves the old export, and nothing half", .enabled(if: Mount.isAllowed))
    func fullDisk() throws {
        let rows = (0..<3_000).map {
            "\(Timestamp(clamping: 1_700_000_000_000 + Int64($0) * 1_000).rfc3339),7\($0 % 10)"
        }
        try phone.run("import", write("date,weight (kg)\n" + rows.joined(separator: "\n"), to: "many.csv"))
        let mount = try Mount(sizeBytes: 64 << 10, at: directory.path("small"))
        try "old".write(toFile: mount.path + "/export.csv", atomically: true, encoding: .utf8)
        let run = try phone.run("export", mount.path + "/export.csv")
        expect(run.status == 1 && run.errors.contains("No space left"), "\(run)")
        try expect(FileManager.default.contentsOfDirectory(atPath: mount.path), equals: ["export.csv"])
        try expect(String(contentsOfFile: mount.path + "/export.csv", encoding: .utf8), equals: "old")
    }

    @Test("What a killed export left is removed by the next one")
    func leftovers() throws {
        try phone.run("add", "weight", "72.3", "kg")
        let folder = directory.path("out")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let own = getpid()
        for name in ["all.csv.part-2147483647", "all.csv.part-\(own)", "other.csv.part-2147483647"] {
            _ = try write("half", to: "out/\(name)")
        }
        try expect(phone.run("export", folder + "/all.csv").status, equals: 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        expect(left, equals: ["all.csv", "all.csv.part-\(own)", "other.csv.part-2147483647"])
    }

    @Test("An export of one table can't have everything, and says what to choose")
    func usage() throws {
        for arguments in [
            ["--what", "everything"], ["--kinds", "mood"], ["--from", "soon"],
            ["--format", "json", "--units", "imperial"],
        ] {
            let run = try phone.start(["export"] + arguments).finish()
            expect(run.status == 2 && !run.errors.isEmpty, "\(arguments): \(run)")
        }
    }
}
