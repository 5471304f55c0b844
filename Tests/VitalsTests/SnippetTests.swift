import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsSnippets

@testable import Vitals

/// Tests that the examples of the documentation compile, run, and stand in `Examples/` as they are printed.
@Suite("The examples of the documentation")
struct SnippetTests {
    private let folder: TemporaryFolder
    private let device: Device
    private let server = InMemoryServer()

    init() throws {
        folder = try TemporaryFolder()
        let server = server
        device = Device(store: try Records.store(), api: { _, _ in server })
    }

    @Test("records are added, edited and refused as the article says")
    func records() throws {
        try Snippets.firstSteps(directory: folder.path("first"))
        try expect(Device(directory: folder.path("first")).list().map(\.measurement.value), equals: [72.4])
        try expect(Snippets.edit(device).value == 71.9 && device.counts().dirty == 1)
        try expect(Snippets.refusedByTheModel(device).hasPrefix("The value of WEIGHT must be between"))
        try expect(Snippets.store(), equals: [2])
    }

    @Test("logging in, syncing, conflicts and refusals work as the article says")
    func sync() async throws {
        var asked = 0
        try await Snippets.syncErrors(device, askForLogin: { asked += 1 }, show: { _ in })
        expect(asked, equals: 1)
        try device.add(.weight, 70, id: Records.id(1))
        try await Snippets.logIn(device, token: "t-123")
        server.receive(Records.weight(69, version: 5))
        try device.edit(Records.id(1), value: 72)
        try await device.sync()
        try Snippets.conflicts(device)
        try expect(device.record(Records.id(1))?.value == 72 && device.conflicts().isEmpty)
        server.refuse { $0.value == 72 }
        try await device.sync()
        try Snippets.refused(device)
        try expect(device.record(Records.id(1))?.value == 72.4 && device.rejected().isEmpty)
    }

    @Test("pairing and the parts below work as their comments say")
    func parts() async throws {
        let loopback = try LoopbackServer(.response(json: #"{"token":"t-9"}"#))
        try await Snippets.pair(device, scannedText: "\(loopback.url)/#/pair/ABCD-2345")
        try expect(device.tokens.token(), equals: "t-9")
        try expect(Snippets.tokens(directory: folder.path("tokens")) == nil)
        try await expect(Snippets.health(device, path: HealthFixture.path).addedCount, equals: 39)
        let strict = try LoopbackServer(.response(401, json: "{}"))
        let error = await #expect(throws: SyncError.self) {
            _ = try await Snippets.syncer(Records.store(), server: ServerOrigin(strict.url), token: "t-9")
        }
        expect(error?.code == .unauthorized && strict.requests.first?.headers["authorization"] == "Bearer t-9")
    }

    @Test("a screen that observes the device sees an edit")
    func observes() async throws {
        let device = device
        let seen = Locked<[Double]>([])
        let following = Task {
            try await Snippets.observe(device) { records in
                seen.withLock { $0 = records.map(\.measurement.value) }
            }
        }
        // The stream starts at some later moment and reports only what comes after it, so edit until it reports one.
        var added: Set<Double> = []
        while seen.withLock({ $0.isEmpty }) {
            added.insert(try device.add(.weight, 70 + Double(added.count) / 100).value)
            await Task.yield()
        }
        following.cancel()
        expect(seen.withLock { added.isSuperset(of: $0) })
    }

    @Test("every Swift example of the README, the articles and doc comments stands in Examples, word for word")
    func stands() throws {
        let root = URL(filePath: PackageFiles.root)
        let code = Self.files(root.appending(path: "Examples"), ["swift"]).map { Self.joined($0.text) }
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let documents =
            Self.files(root.appending(path: "Sources/Vitals"), ["md", "swift"]) + [(path: "README.md", text: readme)]
        var count = 0
        for (path, text) in documents {
            for example in Self.examples(text, isSwift: path.hasSuffix(".swift")) {
                count += 1
                expect(
                    code.contains { $0.contains(example) },
                    "\(path) shows code that no file of Examples holds:\n\(example)")
            }
        }
        expect(count > 15, "The examples were not found.")
    }

    /// The lines of a text without indentation and empty lines.
    private static func joined(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// The code between ```swift and ```, in a doc comment or in Markdown.
    private static func examples(_ text: String, isSwift: Bool) -> [String] {
        var examples: [String] = []
        var open: [Substring]?
        for line in text.split(separator: "\n") {
            var content = line.drop { $0 == " " }
            if isSwift {
                guard content.hasPrefix("///") else { continue }
                content = content.dropFirst(3).drop { $0 == " " }
            }
            if content == "```swift" {
                open = []
            } else if content == "```", let lines = open {
                examples.append(joined(lines.joined(separator: "\n")))
                open = nil
            } else {
                open?.append(content)
            }
        }
        return examples
    }

    private static func files(_ folder: URL, _ endings: Set<String>) -> [(path: String, text: String)] {
        let walk = FileManager.default.enumerator(atPath: folder.path)
        return (walk?.allObjects as? [String] ?? []).sorted().compactMap { path in
            guard endings.contains(URL(filePath: path).pathExtension),
                let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
            else { return nil }
            return (path, text)
        }
    }
}
