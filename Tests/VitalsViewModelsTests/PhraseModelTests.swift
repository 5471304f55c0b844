import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("The model of sentences", .timeLimit(.minutes(5)))
@MainActor
struct PhraseModelTests {
    private func fixture() throws -> (ModelFixture, PhraseModel) {
        // It has no server, so the phone reads the sentence itself.
        let fixture = try ModelFixture(isConnected: false)
        return (fixture, fixture.phone.phrases)
    }

    @Test("a sentence becomes cards, and nothing is stored before the person saves")
    func reads() async throws {
        let (fixture, model) = try fixture()
        model.text = "weight 72.3 kg, pulse 62 and a headache 6/10"
        await model.read()
        expect(model.cards.map(\.title), equals: ["Weight", "Heart rate", "Symptom"])
        expect(model.cards.map(\.value), equals: ["72.3\u{A0}kg", "62\u{A0}bpm", "headache, 6 of 10"])
        expect(model.reader == "Read by this phone." && model.problem == nil && !model.isReading)
        expect(model.cards.allSatisfy { $0.spoken.hasSuffix("Not stored yet.") })
        try expect(fixture.store.list().isEmpty)
        expect(model.save())
        try expect(fixture.store.list().count, equals: 3)
        expect(model.cards.isEmpty && model.text.isEmpty)
        fixture.phone.refresh()
        expect(fixture.phone.history(of: .symptom).rows.map(\.value), equals: ["headache, 6 of 10"])
        expect(!model.save(), "there is nothing to save twice")
        try expect(fixture.store.list().count, equals: 3)
    }

    @Test("a card that is dropped isn't stored, and one that is changed is stored as changed")
    func changes() async throws {
        let (fixture, model) = try fixture()
        model.text = "weight 72.3 kg, felt dizzy, pulse 62"
        await model.read()
        let (weight, dizzy, pulse) = (model.cards[0].id, model.cards[1].id, model.cards[2].id)
        model.drop(pulse)
        var draft = try #require(model.draft(of: weight))
        expect(draft.valueText, equals: "72.3")
        draft.valueText = "7230"
        expect(model.change(weight, to: draft)?.value?.contains("between") == true)
        expect(model.cards[0].value, equals: "72.3\u{A0}kg", "a change that can't be stored changes nothing")
        draft.valueText = "71.9"
        expect(model.change(weight, to: draft) == nil)
        var symptom = try #require(model.draft(of: dizzy))
        symptom.label = "  "
        expect(model.change(dizzy, to: symptom)?.label != nil)
        symptom.label = " light-headed "
        expect(model.change(dizzy, to: symptom) == nil)
        expect(model.cards.map(\.value), equals: ["71.9\u{A0}kg", "light-headed"])
        expect(model.save())
        let stored = try fixture.store.list().map(\.measurement)
        expect(Set(stored.map(\.id)), equals: [weight, dizzy])
        expect(stored.contains { $0.value == 71.9 } && stored.contains { $0.label == "light-headed" })
        expect(model.draft(of: weight) == nil && model.change(weight, to: draft) == nil)
    }

    @Test("a sentence without a measurement, and none at all, leave a message and the sentence")
    func nothing() async throws {
        let (_, model) = try fixture()
        await model.read()
        expect(model.problem?.contains("Write a sentence first") == true)
        model.text = "no headache, and my goal is to weigh 70 kg"
        await model.read()
        expect(model.cards.isEmpty && model.problem?.contains("No measurement was found") == true)
        expect(model.text, equals: "no headache, and my goal is to weigh 70 kg")
        expect(!model.save())
    }

    @Test("where the server's model failed, the screen says so and shows what this phone has read")
    func modelFails() async throws {
        let server = try LoopbackServer(
            .response(headers: ["Vitals-Parser: gemini-test"], json: #"{"entries":[],"failure":"model"}"#))
        let device = Device(store: try MeasurementStore(path: ":memory:"), tokens: InMemorySecureStore())
        try device.login(to: ServerOrigin(server.url), token: "t-123")
        let formatter = try fixture().0.phone.settings.formatter
        let model = PhraseModel(device: device, formatter: { formatter })
        model.text = "hello"
        await model.read()
        expect(model.problem?.hasPrefix("gemini-test, your server's language model, failed") == true)
        model.text = "weight 72.3 kg"
        await model.read()
        expect(model.cards.count == 1 && model.problem == nil)
        expect(model.reader, equals: "Read by this phone, because gemini-test, a language model, failed.")
    }

    @Test("a sentence that is changed while the cards are looked at stays")
    func keepsNewText() async throws {
        let (fixture, model) = try fixture()
        model.text = "weight 72.3 kg"
        await model.read()
        model.text = "weight 72.3 kg and pulse 62"
        expect(model.save())
        expect(model.text, equals: "weight 72.3 kg and pulse 62")
        try expect(fixture.store.list().count, equals: 1)
    }

    @Test("what is saved is sent by itself")
    func isSent() async throws {
        let fixture = try ModelFixture()
        let model = fixture.phone.phrases
        model.text = "weight 72.3 kg"
        await model.read()
        expect(model.save())
        await fixture.time.advance(bySeconds: 2.1)
        await fixture.phone.sync.waitUntilIdle()
        expect(fixture.server.records.values.map(\.value), equals: [72.3])
    }

    @Test("a symptom is added and edited in the form with its name")
    func form() throws {
        let (fixture, _) = try fixture()
        let form = fixture.phone.adding(.symptom)
        form.draft.valueText = "4"
        expect(!form.save() && form.errors.label != nil)
        form.draft.label = "dizzy"
        expect(form.save(), "\(form.problem ?? "")")
        let record = try #require(try fixture.store.list().first?.measurement)
        expect(record.label == "dizzy" && record.value == 4)
        let edit = try #require(fixture.phone.editing(record.id))
        expect(edit.draft.label, equals: "dizzy")
        edit.draft.label = "faint"
        expect(edit.save())
        let edited = try #require(try fixture.store.byId(record.id))
        expect(edited.label == "faint" && edited.value == 4 && edited.version == 2)
    }
}
