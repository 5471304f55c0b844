import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("The card about the week", .timeLimit(.minutes(5)))
@MainActor
struct InsightModelTests {
    private let clock = StepClock()

    private func model(
        _ server: LoopbackServer, settings: any SettingsStore = InMemorySettings()
    ) throws -> InsightModel {
        let device = Device(store: try MeasurementStore(path: ":memory:"), tokens: InMemorySecureStore())
        try device.login(to: ServerOrigin(server.url), token: "t-123")
        return InsightModel(device: device, settings: settings, clock: clock.read)
    }

    private func insight(_ text: String) -> LoopbackServer.Answer {
        .response(headers: ["Vitals-Writer: offline"], json: #"{"insight":"\#(text)"}"#)
    }

    @Test("it asks when it appears, once a minute at most")
    func asks() async throws {
        let server = try LoopbackServer(insight("You walked."))
        let model = try model(server)
        expect(model.shown == nil)
        await model.refresh()
        expect(model.shown, equals: WeeklyInsight(text: "You walked.", writer: .server))
        await model.refresh()
        expect(server.requests.count, equals: 1)
        clock.advance(byMilliseconds: 60_000)
        await model.refresh()
        expect(server.requests.count, equals: 2)
        // A clock that was set back doesn't silence it.
        clock.advance(byMilliseconds: -86_400_000)
        await model.refresh()
        expect(server.requests.count, equals: 3)
    }

    @Test("it speaks the units of the screens, and asks at once when they change")
    func units() async throws {
        let server = try LoopbackServer(insight("You walked."))
        let device = Device(store: try MeasurementStore(path: ":memory:"), tokens: InMemorySecureStore())
        try device.login(to: ServerOrigin(server.url), token: "t-123")
        let chosen = Locked(UnitPreferences(weight: .pounds, distance: .miles))
        let model = InsightModel(
            device: device, settings: InMemorySettings(), units: { chosen.withLock { $0 } }, clock: clock.read)
        await model.refresh()
        expect(server.requests.last?.target.hasSuffix("&units=LB,MI") == true && model.shown != nil)
        chosen.withLock { $0.weight = .kilograms }
        expect(model.shown == nil, "the sentence is in pounds")
        await model.refresh()
        expect(server.requests.last?.target.hasSuffix("&units=MI") == true && model.shown != nil)
        chosen.withLock { $0.distance = .kilometres }
        await model.refresh()
        expect(server.requests.count == 3 && server.requests.last?.target.contains("units") == false)
        await model.refresh()
        expect(server.requests.count, equals: 3)
    }

    @Test("a card that is dismissed stays away, after a restart too, until there is something else to say")
    func dismisses() async throws {
        let settings = InMemorySettings()
        let server = try LoopbackServer(insight("You walked."))
        let first = try model(server, settings: settings)
        first.dismiss()
        await first.refresh()
        first.dismiss()
        expect(first.shown == nil)
        let again = try model(server, settings: settings)
        await again.refresh()
        expect(again.shown == nil)
        let otherServer = try LoopbackServer(insight("You ran."))
        let other = try model(otherServer, settings: settings)
        await other.refresh()
        expect(other.shown?.text == "You ran." && server.requests.count == 2)
        expect(settings.text("insight.dismissed")?.contains("walked") == false, "settings hold no health values")
    }

    @Test("a failure shows nothing")
    func fails() async throws {
        let server = try LoopbackServer(.response(500, json: "{}"))
        let model = try model(server)
        await model.refresh()
        expect(model.shown == nil && server.requests.count == 1)
    }

    @Test("a model that failed is named until the person puts that away, or the model answers")
    func modelFails() async throws {
        let failure = LoopbackServer.Answer.response(
            headers: ["Vitals-Writer: gemini-test"], json: #"{"insight":null,"failure":"model"}"#)
        let server = try LoopbackServer([
            failure, insight("You walked."), failure, failure, insight("You ran."), failure,
        ])
        let model = try model(server)
        func next() async {
            clock.advance(byMilliseconds: 60_000)
            await model.refresh()
        }
        await next()
        expect(model.shown == nil && model.failure?.hasPrefix("gemini-test, the language model") == true)
        await next()
        expect(model.shown != nil && model.failure == nil)
        await next()
        model.dismissFailure()
        await next()
        expect(model.failure == nil, "it's put away")
        await next()
        expect(model.shown?.text, equals: "You ran.")
        await next()
        expect(model.failure != nil, "it has failed again")
    }
}
