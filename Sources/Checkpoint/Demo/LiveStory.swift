internal import CheckpointSystem
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The story of live changes: an edit on one phone is on the other's screen, a server that is killed costs time only, and a
/// closed app is woken by a message that says nothing.
package struct LiveStory: Story {
    package let name = "live"
    package let summary = "an edit on A is on B's screen at once; then B is closed, and a push message wakes it"
    package let success = "each change reached B without being asked for, and what woke B says nothing of it."
    package let failure = "a change didn't arrive, or a message said too much. See the lines marked FAILS above."
    package let chapter: String? = "live"

    package func play(on stage: DemoStage) async throws -> Bool {
        let pushService = try DemoPushService()
        defer { pushService.stop() }
        let settings = [
            "VITALS_PUSH_CONTACT": "mailto:demo@example.com",
            "VITALS_PUSH_ALLOW_HOSTS": "127.0.0.1:\(pushService.port)",
        ]
        await stage.server.process.stop()
        var server = try await stage.start(
            inPlaceOf: stage.server, databaseURL: stage.databaseURL, environment: settings)
        let acts = LiveActs(stage: stage, pushService: pushService)
        let (screen, holdsBefore) = try await server.process.whileRunning { [server] in
            try await acts.playUntilKill(server)
        }
        await server.process.stop()
        server = try await stage.start(inPlaceOf: server, databaseURL: stage.databaseURL, environment: settings)
        let holdsAfter = try await server.process.whileRunning { [server] in
            try await acts.playAfterKill(server, screen)
        }
        return holdsBefore && holdsAfter
    }
}

/// The acts of the story.
private struct LiveActs {
    let stage: DemoStage
    let pushService: DemoPushService

    private var phoneA: DemoPhone { stage.phone("A") }
    private var phoneB: DemoPhone { stage.phone("B") }

    func playUntilKill(_ server: DemoServer) async throws -> (DemoScreen, Bool) {
        var holds = true
        let token = try await pair(server)
        try await phoneA.logIn(server: server.url)
        try await phoneB.run("login", "--server", server.url, "--token", token)
        try await request(server, "POST", "/push/subscriptions", token: token, subscription)
        let screen = try await DemoScreen(phoneB, "watch", "--json", log: "watch", on: stage)
        let isLive = await screen.shows(#""status":"live""#)

        try await phoneA.run("add", "weight", "72.4", "kg")
        try await phoneA.sync()
        let isShown = await screen.shows(#""value":72.4"#)
        let id = try await phoneA.weights().first?.id ?? ""
        stage.report.act(
            1, "B's app is open; A records a weight and syncs", "B hears of it by the server's event.",
            try await state(server, id))
        check("B is connected to the server's events.", isLive, &holds)
        check("The weight is on B's screen, and B didn't ask for it.", isShown, &holds)

        let learned = try await phoneB.weight(id)
        check("B has it as the server has it.", learned?.value == 72.4, &holds)
        return (screen, holds)
    }

    func playAfterKill(_ server: DemoServer, _ screen: DemoScreen) async throws -> Bool {
        var holds = true
        guard let id = try await phoneA.weights().first?.id else { throw CourseError(.failed, "A has no weight.") }
        try await phoneA.edit(id, to: "72.9")
        try await phoneA.sync()
        let isShown = await screen.shows(#""value":72.9"#)
        stage.report.act(
            2, "The server was killed and started again; A edits the weight", "B connects again by itself.",
            try await state(server, id))
        check("The edit is on B's screen.", isShown, &holds)

        await screen.process.stop()
        let countBefore = pushService.messages.count
        try await phoneA.edit(id, to: "73.3")
        try await phoneA.sync()
        let woken = await arrives(after: countBefore)
        let asleep = try await phoneB.weight(id)?.value
        if woken != nil { try await phoneB.sync() }
        stage.report.act(
            3, "B's app is closed; A edits again, and the server's message wakes B", "Then B syncs.",
            try await state(server, id))
        check("Closed, B still had the old value.", asleep == 72.9, &holds)
        check("A message came for B.", woken != nil, &holds)
        check("Woken, B has 73.3.", try await phoneB.weight(id)?.value == 73.3, &holds)
        if let woken {
            let text = String(decoding: woken.body, as: UTF8.self) + woken.head
            check(
                "It is encrypted, and names no value, record, account or token.",
                woken.header("Content-Encoding") == "aes128gcm"
                    && !["73.3", "weight", id, DemoServer.token].contains {
                        text.lowercased().contains($0.lowercased())
                    },
                &holds)
        }
        return holds
    }

    // MARK: Helpers

    /// A subscription with a key pair that nobody needs here: the example of RFC 8291.
    private var subscription: String {
        """
        {"endpoint":"\(pushService.endpoint)","keys":{"p256dh":\
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",\
        "auth":"BTBZMqHH6r4Tts7J_aSIgg"}}
        """
    }

    /// Makes B a device of its own, because the server doesn't wake the device that made a change.
    private func pair(_ server: DemoServer) async throws -> String {
        struct Paired: Decodable { let token: String }
        let body = #"{"code":"\#(try await stage.pairingCode())","name":"B"}"#
        return try await server.send("POST", "/pair", body: Data(body.utf8), as: Paired.self).token
    }

    private func request(
        _ server: DemoServer, _ method: String, _ path: String, token: String, _ body: String
    ) async throws {
        guard let url = URL(string: server.url + path) else { return }
        var request = URLRequest(url: url, timeoutInterval: 20)
        request.httpMethod = method
        request.httpBody = Data(body.utf8)
        request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let status = ((try await URLSession.shared.data(for: request)).1 as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 201 else {
            throw CourseError(.failed, "\(method) \(path) answered \(status).", lastLines: server.process.lastLines())
        }
    }

    private func arrives(after count: Int) async -> DemoPushService.Message? {
        await DemoScreen.within(seconds: 60) { pushService.messages.dropFirst(count).last }
    }

    private func state(_ server: DemoServer, _ id: String) async throws -> DemoState {
        DemoState(
            phoneA: try await phoneA.weight(id), phoneB: try await phoneB.weight(id),
            server: try await server.weights().first { $0.id.lowercased() == id.lowercased() })
    }

    private func check(_ statement: String, _ isTrue: Bool, _ holds: inout Bool) {
        stage.report.check(statement, holds: isTrue)
        holds = holds && isTrue
    }
}
