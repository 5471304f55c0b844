import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@Suite("vitals-device import")
struct ImportTests {
    let directory: TemporaryFolder
    let fixture = PackageFiles.url("Tests/Fixtures/apple-health/export.xml").path

    init() throws { directory = try TemporaryFolder() }

    private func counts(_ run: Run) throws -> [String: Double] {
        guard case .object(let members) = try JSONValue(parsing: run.output) else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: members.compactMap { member in
                if case .number(let number) = member.value { (member.name, number) } else { nil }
            })
    }

    @Test("The same file again, through another door, adds nothing and changes nothing")
    func replay() throws {
        let phone = Phone(directory.path("phone"))
        let first = try counts(try phone.run("import", fixture, "--json"))
        expect(first["added"], equals: 40)
        let before = try phone.run("list", "--json").output
        let piped = try phone.run("import", "-", "--json", input: try String(contentsOfFile: fixture, encoding: .utf8))
        expect(piped.status, equals: 0, "\(piped.errors)")
        let again = try counts(piped)
        expect(again["added"] == 0 && again["updated"] == 0 && again["present"] == 41)
        try expect(phone.run("list", "--json").output, equals: before)
    }

    @Test("A file that is cut short is refused with its line, and nothing of it is kept")
    func cutShort() throws {
        let phone = Phone(directory.path("phone"))
        let text = try String(contentsOfFile: fixture, encoding: .utf8)
        let cut = String(text.prefix(text.count * 3 / 4))
        let path = directory.path("cut.xml")
        try cut.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try phone.run("import", path)
        expect(run.status, equals: 1)
        expect(run.errorLines.count, equals: 1)
        expect(
            run.errors.contains("ine \(cut.split(separator: "\n", omittingEmptySubsequences: false).count)"),
            "\(run.errors)")
        try expect(phone.run("list", "--json").output, equals: "[]\n")
    }

    @Test("An export of which nothing can be read is an error; one that is odd in places isn't, and says where")
    func unreadable() throws {
        let phone = Phone(directory.path("phone"))
        let path = directory.path("odd.xml")
        try HealthExport.write(
            [HealthExport.record(start: "10/06/26 7:00"), HealthExport.record(value: "?")], to: path)
        let none = try phone.run("import", path)
        expect(none.status == 1 && none.errorLines.count == 1 && none.errors.contains("Line 4"), "\(none.errors)")
        try HealthExport.write(
            [HealthExport.record(start: "2026-06-10 7:00:00 AM +0100"), HealthExport.record(value: "?")], to: path)
        let some = try phone.run("import", path)
        expect(some.status == 0 && some.output.contains("1 new") && some.output.contains("line 5"), "\(some.output)")
        try HealthExport.write([], to: path)
        try expect(phone.run("import", path).status, equals: 0)
    }

    @Test(
        "The lines that can't be read are listed, a hundred in JSON and five for a person, who hears how many more there are"
    )
    func unreadableLines() throws {
        let phone = Phone(directory.path("phone"))
        let path = directory.path("odd.xml")
        let odd = Array(repeating: HealthExport.record(value: "?"), count: 120)
        try HealthExport.write([HealthExport.record()] + odd, to: path)
        let text = try phone.run("import", path)
        expect(text.status, equals: 0)
        expect(text.output.contains("Unreadable: 120.") && text.output.contains("line 9:"), "\(text.output)")
        expect(!text.output.contains("line 10:") && text.output.contains("and 115 more"), "\(text.output)")
        guard case .object(let members) = try JSONValue(parsing: phone.run("import", path, "--json").output),
            case .array(let lines)? = members.first(where: { $0.name == "unreadableLines" })?.value
        else {
            Issue.record("The JSON has no list of lines.")
            return
        }
        expect(lines.count, equals: 100)
        expect(
            lines.first,
            equals: .object([.init("line", .number(5)), .init("reason", .string("The value is not a number."))]))
        try HealthExport.write([HealthExport.record(), odd[0]], to: path)
        try expect(!phone.run("import", path).output.contains("more"))
    }

    @Test("An export of which each sample is refused is an error, and one that has none of our kinds isn't")
    func allRefused() throws {
        let phone = Phone(directory.path("phone"))
        let path = directory.path("odd.xml")
        try HealthExport.write([HealthExport.record(value: "7250"), HealthExport.record(value: "-1")], to: path)
        for run in [try phone.run("import", path), try phone.run("import", path, "--json")] {
            expect(run.status == 1 && run.errorLines.count == 1, "\(run.errors)")
            expect(run.errors.contains("Nothing was imported"), "\(run.errors)")
        }
        try HealthExport.write([HealthExport.record(type: "HKQuantityTypeIdentifierVO2Max")], to: path)
        try expect(phone.run("import", path).status, equals: 0)
    }

    @Test("A limit on the size can be lowered and raised, and a wrong one is refused")
    func limit() throws {
        let phone = Phone(directory.path("phone"))
        try expect(phone.run("import", fixture, "--max-gib", "1").status, equals: 0)
        for wrong in ["0", "-1", "x", "9999999999"] {
            try expect(phone.run("import", fixture, "--max-gib", wrong).status, equals: 2, "\(wrong)")
        }
        // The help is wrapped.
        let help = try phone.run("import", "--help").output.split { $0.isWhitespace }.joined(separator: " ")
        expect(help.contains("ends after 32 GiB of XML; --max-gib"), "\(help)")
    }

    @Test("No such file, a folder and another kind of file: each says what to do")
    func wrongFiles() throws {
        let phone = Phone(directory.path("phone"))
        let note = directory.path("note.txt")
        try "dear diary".write(toFile: note, atomically: true, encoding: .utf8)
        for path in [directory.path("missing.xml"), directory.url.path, note] {
            let run = try phone.run("import", path)
            expect(run.status, equals: 1)
            expect(run.errorLines.count, equals: 1, "\(run.errors)")
        }
    }

    #if os(Linux)
    /// Imports 60 MB, or, if VITALS_LARGE_TESTS is 1 as in `vitals-course test --long`, 500 MB, which is a person's
    /// data of several years.
    @Test("A large export goes into the store within a limit of 100 MiB on the program's memory")
    func large() throws {
        let isFull = ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] == "1"
        let path = directory.path("export.xml")
        let sampleCount = try HealthLargeExport.write(to: path, sizeBytes: (isFull ? 500 : 60) * 1_000_000)
        let phone = Phone(directory.path("phone"))
        let started = ContinuousClock.now
        // RLIMIT_DATA: the kernel refuses what the program asks for beyond it.
        let run = try RunningProgram(
            "vitals-device", ["--data", phone.directory, "import", path, "--json"],
            through: ["/usr/bin/prlimit", "--data=\(100 << 20)"]
        ).finish()
        print("imported \(sampleCount) samples in \(ContinuousClock.now - started)")
        expect(run.status, equals: 0, "\(run.errors)")
        try expect(counts(run)["added"], equals: Double(sampleCount))
    }
    #endif
}
