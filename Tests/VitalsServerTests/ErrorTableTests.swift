import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

/// Tests of the table in `docs/errors.md`, from both sides: what the server can send, and what the client makes of it.
@Suite("Every error code has one error and one sentence") struct ErrorTableTests {
    struct Row: Hashable, Sendable, CustomTestStringConvertible {
        let code: String
        let status: Int
        let occasion: String
        let error: String
        let sentence: String

        var testDescription: String { "\(code), in reply to \(occasion)" }
    }

    /// The rows of the table.
    static let rows: [Row] = {
        let text = (try? String(contentsOf: PackageFiles.url("docs/errors.md"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| `"), cells.count == 5, let status = Int(cells[1]) else { return nil }
            return Row(
                code: cells[0].filter { $0 != "`" }, status: status, occasion: cells[2],
                error: cells[3].filter { $0 != "`" }, sentence: cells[4])
        }
    }()

    @Test("Each code in the server's sources has a row with its status, and each row is of such a code")
    func complete() throws {
        let root = PackageFiles.url("Sources/VitalsServer")
        let paths = (FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? [])
        var sent: Set<String> = []
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /ServiceError\(\s*([0-9]{3}),\s*"([a-z_]+)"/) {
                sent.insert("\(match.2) \(match.1)")
            }
            // A code that isn't written out in place would escape this test.
            let made = text.matches(of: /ServiceError\(\s*[^)\s]/).count
            let read = text.matches(of: /ServiceError\(\s*[0-9]{3},\s*"[a-z_]+"/).count
            expect(made, equals: read, "\(path) makes a ServiceError whose status or code isn't a literal")
        }
        expect(sent.count > 20)
        let described = Set(Self.rows.map { "\($0.code) \($0.status)" })
        expect(sent.subtracting(described), equals: [], "docs/errors.md lacks a row")
        expect(described.subtracting(sent), equals: [], "docs/errors.md has a row for what no server sends")
        expect(Set(Self.rows).count, equals: Self.rows.count)
    }

    @Test("The real client says what the table says", arguments: rows)
    func said(_ row: Row) async throws {
        let (error, sentence) = try await Self.answer(to: row)
        expect(error, equals: row.error)
        expect(sentence, equals: row.sentence)
    }

    /// Answers each request on which the error is about with a problem document, and others as a server does.
    private struct Server: HTTPTransport {
        let row: Row

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let isExchange = row.occasion == "a sync that exchanges its token"
            if isExchange, !request.url.hasSuffix("/session") {
                return HTTPResponse(
                    status: 200, headers: ["vitals-features": "base,sessions", "vitals-account": "a"],
                    body: Array(#"{"records":[],"nextCursor":0,"acceptedIds":[]}"#.utf8))
            }
            let problem = JSONValue.object([
                .init("status", .number(Double(row.status))), .init("code", .string(row.code)),
                .init("title", .string(row.code)), .init("detail", .string("DETAIL")),
            ])
            return HTTPResponse(
                status: row.status, headers: ["content-type": "application/problem+json"],
                body: Array(CanonicalJSON.text(problem).utf8))
        }
    }

    private static func answer(to row: Row) async throws -> (error: String, sentence: String) {
        var once = SyncSettings()
        once.maximumAttempts = 1
        let device = Device(
            store: try MeasurementStore(path: ":memory:"), transport: Server(row: row), settings: once)
        let server = try ServerOrigin("https://server.test")
        try device.login(to: server, token: "token")
        do {
            switch row.occasion {
            case "a sync", "a sync that exchanges its token":
                // The second sync is the one that knows of the feature.
                for _ in 0..<2 { try await device.sync() }
                return ("none", "Nothing: the phone syncs with its own token.")
            case "a code":
                try await device.pair(with: "7K3M01XZ", at: server)
            case "a sentence":
                let reading = try await device.read(phrase: "weight 72.3 kg")
                expect(reading.entries.count == 1 && reading.source == .device)
                return ("none", "Nothing: the phone reads the sentence itself.")
            case "a question about the week":
                try await expect(device.weeklyInsight() == nil)
                return ("none", "Nothing: there is no card.")
            case "a subscription":
                // Only a browser subscribes, and `Tests/Web` has its answers.
                return ("none", "Nothing: the setting stays off, and can be switched on again later.")
            case "a stream of events":
                let machine = LiveMachine(jitter: { 1 })
                return (
                    machine.waits(after: row.status) ? "none" : "stops",
                    "Nothing: the phone syncs, and opens a stream later."
                )
            case "an erasure":
                let end = try await device.endToken()
                guard case .stillValid(let reason) = end else { return ("\(end)", "") }
                return ("TokenEnd.\(reason.rawValue)", "\(end)")
            default: Issue.record("no test for \(row.occasion)")
            }
        } catch let error as SyncError {
            return ("SyncError.\(error.name)", error.detail)
        } catch let error as LoginError {
            return ("LoginError.\(error.code.rawValue)", error.detail)
        }
        return ("nothing was thrown", "")
    }
}

extension LiveMachine {
    /// True when the machine tries again by itself after that status.
    fileprivate func waits(after status: Int) -> Bool {
        var machine = self
        _ = machine.handle(.started, now: 0)
        let actions = machine.handle(.refused(status: status, retryAfterSeconds: 7), now: 0)
        return actions.contains(.wait(.connect, seconds: 7))
    }
}
