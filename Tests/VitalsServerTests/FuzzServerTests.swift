import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsServer

@Suite("Fuzz: what a server reads")
struct FuzzServerTests {
    private static let now = Timestamp(rfc3339: "2026-07-01T07:30:00Z")!
    private static let words = [
        "{\"records\":[", "]}", "\"bases\":{", "\"version\":", "\"digest\":\"\"", "\"records\":null", "\"value\":",
        "null", "{}",
        "[]", ",", ":", "\"", "\\u0000", "\\ud800", "\"deleted\":true", "WEIGHT", "KG", "LB", "1e309", "-0",
    ]

    /// The rules of a server with deletes, which reads `bases` too.
    private static let rules: PushRules = {
        var rules = PushRules()
        rules.notesOverwrittenEdits = true
        return rules
    }()

    @Test("A push is refused with its reason, or its records are those that a phone reads; each is taken or rejected")
    func push() async throws {
        let limits = SyncLimits()
        let rules = Self.rules
        var target = FuzzTarget("push", caseCount: 3_000) { input in
            let push: PushRequest
            do { push = try PushRequest(body: input, limits: limits, rules: rules) } catch let error as ServiceError {
                try Cases.expect(error.status == 400 || error.status == 413, "\(error.status)")
                try Cases.expect(error.cause == nil, "\(error)")
                return error.detail
            }
            let json = try JSONValue(parsing: input)
            let read = try (json["records"]?.array ?? []).map { try Measurement(json: $0) }
            let taken = push.batch.records
            for record in taken {
                try record.validate()
                try Cases.expect(read.contains(record), "\(record.json) isn't in the body.")
                try Cases.expect(record.json.utf8.count <= input.count * 6 + 300, "It grew: \(record.json)")
            }
            if case .object(let bases)? = json["bases"] {
                let named = Set(bases.map { $0.name.lowercased() })
                let isNamed = push.batch.origins.keys.allSatisfy { named.contains($0.lowercased) }
                try Cases.expect(isNamed, "An origin is of a record that bases doesn't name.")
            }
            let ids = taken.map(\.id.lowercased)
            try Cases.expect(ids == Set(ids).sorted(), "The ids aren't distinct and in order: \(ids)")
            for record in read {
                let isTaken = taken.contains { $0.id == record.id }
                let isRejected = push.rejected.contains { $0.id == record.id && $0.version == record.version }
                try Cases.expect(isTaken || isRejected, "\(record.json) is neither taken nor rejected.")
            }
            return FuzzTarget.accepted
        }
        target.words = Self.words
        try await FuzzRun.run(target)
    }

    @Test("A subscription that is taken has one meaning, which Foundation shares, and leads to no private network")
    func subscription() async throws {
        let policy = EndpointPolicy()
        var target = FuzzTarget("subscription", caseCount: 3_000) { input in
            let subscription: NewWebPushSubscription
            do { subscription = try WebPushSubscriptionRequest.subscription(input, policy: policy) } catch let error
                as ServiceError
            {
                try Cases.expect(error.status == 400, "\(error.status)")
                return error.detail
            }
            let endpoint = try policy.endpoint(subscription.endpoint)
            try Cases.expect(
                try policy.endpoint(endpoint.url).url == endpoint.url, "\(endpoint.url) reads back as another.")
            let parts = URLComponents(string: subscription.endpoint)
            // Foundation decodes international names, and has none where that fails. No resolver finds such a name.
            if parts?.host == nil, endpoint.host.contains("xn--") { return "no international name" }
            let host = parts?.host?.lowercased().trimmingCharacters(in: ["[", "]"])
            let isSame = host == endpoint.host || host.flatMap(IPAddress.init)?.description == endpoint.host
            try Cases.expect(isSame, "Foundation reads the host \(host ?? "nil"), and we \(endpoint.host).")
            try Cases.expect((parts?.port ?? 443) == endpoint.port, "Foundation reads another port.")
            try Cases.expect(endpoint.scheme == "https" && parts?.user == nil, endpoint.url)
            // An address of IPv4 within one of IPv6 is judged as the former.
            let address = endpoint.host.replacing("::ffff:", with: "")
            let isLocal = ["10.", "127.", "192.168.", "169.254.", "0.", "::", "fe80", "fc", "fd"].contains {
                IPAddress(endpoint.host) != nil && address.hasPrefix($0)
            }
            try Cases.expect(!isLocal && address.contains { ".:".contains($0) }, endpoint.host)
            let keys = try WebPushKeys(p256dh: subscription.keys.p256dh, auth: subscription.keys.auth)
            try Cases.expect(keys == subscription.keys, "The keys read back as others.")
            return FuzzTarget.accepted
        }
        target.words = [
            "https://", "http://", "[::1]", "[::ffff:10.0.0.1]", "[64:ff9b::7f00:1]", "127.0.0.1", "169.254.169.254",
            "0x7f.1",
            "@", ":443", ":65536", ":0443", "localhost", ".", "%2e", "\\\\", "?", "#", "/", "[", "]", "2130706433", "-",
            "xn--",
        ]
        try await FuzzRun.run(target)
    }

    @Test("A language model's response yields entries that could be stored, or nothing")
    func model() async throws {
        let time = PhraseTime(now: Self.now, timeZone: .gmt)
        var target = FuzzTarget("model", caseCount: 1_000) { input in
            let reader = GeminiReader(
                GeminiSettings(
                    key: "test-key", model: "test", baseURL: "http://127.0.0.1:1", timeoutSeconds: 1,
                    makeTransport: { OneResponse(body: input) }),
                prompt: "Turn the sentence into measurements.")
            let entries: [ParsedEntry]
            do { entries = try await reader.entries(in: Phrase("weight", at: time)) } catch {
                return "\(error)"
            }
            try Cases.expect(entries.count <= ParsedEntry.maximumCount, "\(entries.count) entries")
            for entry in entries {
                try entry.toMeasurement(now: Self.now).validate()
                try Cases.expect(entry.recordedAt <= Self.now, "\(entry.recordedAt) is to come.")
                try Cases.expect(ParsedEntry(.object(entry.members)) == entry, "\(entry) reads back as another.")
            }
            return entries.isEmpty ? "no entries" : FuzzTarget.accepted
        }
        target.cpuLimitSeconds = nil
        target.words = [
            "\"candidates\":[", "\"content\":{", "\"parts\":[", "{\"text\":\"", "\\\"", "\\\\\\\"", "\\n", "]}", "null",
            "SYMPTOM",
            "{\\\"entries\\\":[", "9999-12-31", "\\\\u202e", "\\\"label\\\":",
        ]
        try await FuzzRun.run(target)
    }

    /// A transport that gives one body to every request.
    private struct OneResponse: HTTPTransport {
        let body: [UInt8]

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            HTTPResponse(status: 200, headers: [:], body: body)
        }
    }
}
