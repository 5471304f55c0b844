internal import CheckpointSystem
internal import Foundation

/// The act of the story `reminders` with a phone in a browser, whose page is closed while another phone answers.
struct ClosedPhoneAct: Sendable {
    let stage: DemoStage
    /// A day, and a time on it that has just passed, in UTC.
    let day: String
    let time: String

    private static let title =
        "B is a browser, and its page is closed; A takes the vitamins, waters the plants and adds a letter"

    private var phoneA: DemoPhone { stage.phone("A") }

    /// Starts a server in place of the stage's, which was stopped, and stops it at the end.
    ///
    /// - Returns: true if every check held, or the act was left out because this machine has no browser.
    func play(as number: Int) async throws -> Bool {
        let browser: DemoBrowser
        do {
            browser = try await DemoBrowser.start(on: stage)
        } catch let error as CourseError {
            stage.report.leftOut(number, Self.title, error.report)
            return true
        }
        let result: Result<Bool, any Error>
        do { result = .success(try await play(as: number, in: browser)) } catch { result = .failure(error) }
        await browser.stop()
        return try result.get()
    }

    private func play(as number: Int, in browser: DemoBrowser) async throws -> Bool {
        let service = try DemoPushService()
        defer { service.stop() }
        let settings = [
            "VITALS_PUSH_CONTACT": "mailto:demo@example.com",
            "VITALS_PUSH_ALLOW_HOSTS": "127.0.0.1:\(service.port)", "VITALS_WEB": stage.root + "/web",
        ]
        let server = try await stage.start(
            inPlaceOf: stage.server, databaseURL: stage.databaseURL, environment: settings)
        let holds = try await server.process.whileRunning {
            try await play(as: number, on: server, service, DemoWebPhone(browser: browser, url: server.url))
        }
        await server.process.stop()
        return holds
    }

    private func play(
        as number: Int, on server: DemoServer, _ service: DemoPushService, _ phoneB: DemoWebPhone
    ) async throws -> Bool {
        try await phoneB.prepare(service)
        try await remind("Vitamins")
        try await phoneA.sync()
        try await phoneB.pair(try await stage.pairingCode())
        try await phoneB.openPage()
        let rang = try await phoneB.shows { $0.contains("Vitamins") }
        try await phoneB.closePage()

        let countBefore = service.messages.count
        try await remind("Plants")
        try await remind("Letter")
        try await phoneA.run("reminders", "done", "Plants")
        try await phoneA.run("reminders", "done", "Vitamins")
        let answered = ContinuousClock.now
        try await phoneA.sync()
        let message = await DemoScreen.within(seconds: 60) { service.messages.dropFirst(countBefore).last }
        let sent = answered.seconds
        if let message { try await phoneB.deliver(message) }
        _ = try await phoneB.holds("Vitamins", day, "done")
        let isWithdrawn = try await phoneB.shows { !$0.contains("Vitamins") }
        let withdrawn = answered.seconds
        // What rings comes right after what is withdrawn.
        let ringsForOpen = try await phoneB.shows { $0.contains("Letter") }
        let shown = try await phoneB.notifications()

        let all = [try await phoneA.reminders(), try await phoneB.reminders(), try await server.reminders()]
        stage.report.act(
            number, Self.title,
            message == nil
                ? "No message came."
                : "The server waits 2 s for more changes, so its message came \(text(sent)) after A's answer. "
                    + (isWithdrawn
                        ? "\(text(withdrawn)) after the answer, B no longer showed the vitamins."
                        : "B still shows the vitamins."),
            rows: ["Vitamins", "Plants", "Letter"].map { title in DemoRow(title, all.map { $0.state(of: title, day) }) }
        )
        let checks = [
            ("B's page rang for the vitamins before it was closed.", rang),
            ("A message woke B, and B's notification went away.", message != nil && isWithdrawn),
            ("What A had done before B heard of it never rang on B.", !shown.contains("Plants")),
            ("What is open rings on B, with its page closed.", ringsForOpen),
        ]
        for (statement, isTrue) in checks { stage.report.check(statement, holds: isTrue) }
        return checks.allSatisfy(\.1)
    }

    /// Makes a reminder on A that is due now.
    private func remind(_ title: String) async throws {
        try await phoneA.run(
            "reminders", "add", title, "--at", time, "--on", day, "--zone", "UTC", "--every", "day")
    }

    private func text(_ seconds: Double) -> String {
        seconds.formatted(.number.precision(.fractionLength(1))) + " s"
    }
}
