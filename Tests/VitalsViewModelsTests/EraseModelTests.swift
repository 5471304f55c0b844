import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsViewModels

@Suite("Erasing a phone", .timeLimit(.minutes(5)))
@MainActor
struct EraseModelTests {
    /// A server that answers every request alike, and counts them.
    private struct Server: HTTPTransport {
        let status: Int?
        let requests = Locked<[HTTPRequest]>([])

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            requests.withLock { $0.append(request) }
            guard let status else { throw HTTPTransportError.unreachable("no network") }
            return HTTPResponse(status: status)
        }
    }

    private let folder: TemporaryFolder
    private let settings = InMemorySettings()

    init() throws { folder = try TemporaryFolder() }

    private func phone(_ server: Server, isAirplane: Bool = false) throws -> (PhoneModel, Device) {
        let device = try Device(directory: folder.path("phone"), transport: server)
        try device.login(to: ServerOrigin("https://server.test"), token: "token")
        if isAirplane { settings.set("on", for: "airplane") }
        return (PhoneModel(Dependencies(device: device, settings: settings), features: ScreenFeature.all), device)
    }

    private var isGone: Bool { !FileManager.default.fileExists(atPath: folder.path("phone")) }

    @Test("it asks first, and says what was never sent")
    func asks() async throws {
        let (phone, device) = try phone(Server(status: 204))
        for _ in 0..<3 { try device.add(.steps, 100) }
        phone.erasing.ask()
        expect(
            phone.erasing.question,
            equals: "3 entries were never sent. Records that were sent stay on the server and on your other phones.")
        phone.erasing.cancel()
        expect(phone.erasing.question == nil && !isGone)
    }

    @Test("nothing is left: no record, no token, no setting; and the server has ended the token")
    func erases() async throws {
        let server = Server(status: 204)
        let (phone, device) = try phone(server)
        try device.add(.steps, 100)
        let names = try Self.settingNames()
        for name in names { settings.set("x", for: name) }
        phone.erasing.ask()
        await phone.erase()
        expect(phone.erasing.isErased && phone.erasing.token == .ended && phone.erasing.problem == nil)
        expect(isGone)
        for name in names { expect(settings.text(name) == nil, "\(name)") }
        expect(server.requests.withLock { $0.map(\.method) }, equals: ["DELETE"])
        expect(phone.sync.status, equals: .needsToken)
    }

    @Test("without a network, and in airplane mode, it's erased too and says what is left to do")
    func offline() async throws {
        for isAirplane in [false, true] {
            let server = Server(status: nil)
            let (phone, _) = try phone(server, isAirplane: isAirplane)
            await phone.erase()
            expect(phone.erasing.isErased && isGone)
            expect(phone.erasing.token?.description.contains("vitals-server token revoke") == true)
            expect(server.requests.withLock { $0.count }, equals: (isAirplane ? 0 : 1))
        }
    }

    @Test("a phone that can't be erased says why, and stays")
    func fails() async throws {
        let (phone, device) = try phone(Server(status: 204))
        try device.add(.steps, 100)
        let lock = open(folder.path("phone") + "/vitals.sqlite-sync", O_RDWR | O_CREAT, 0o600)
        expect(flock(lock, LOCK_EX | LOCK_NB), equals: 0)
        await phone.erase()
        expect(!phone.erasing.isErased && phone.erasing.problem?.contains("Another sync") == true)
        close(lock)
        phone.refresh()
        expect(phone.today.problem == nil && !phone.today.isEmpty)
        await phone.erase()
        expect(phone.erasing.isErased && isGone)
    }

    @Test("no model names a setting in place, so that the test above knows them all")
    func knowsEverySetting() throws {
        for (path, text) in try Self.sources() {
            let uses = text.matches(of: /settings\.(?:set|text)\((?:.*?for: )?"/).count
            expect(uses, equals: 0, "\(path) names a setting in place: give it a constant that ends in Name")
        }
        expect(try Self.settingNames().isSuperset(of: ["airplane", "deletes", "health.asked"]))
    }

    /// The names under which models keep settings, as their sources have them.
    private static func settingNames() throws -> Set<String> {
        try sources().values.reduce(into: []) { names, text in
            for match in text.matches(of: /static let [a-z]+Name = "([a-z.]+)"/) { names.insert(String(match.1)) }
        }
    }

    private static func sources() throws -> [String: String] {
        let root = PackageFiles.url("Sources/VitalsViewModels")
        let paths = (FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? [])
        return try Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".swift") }.map {
                ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8))
            })
    }
}
