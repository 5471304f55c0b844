import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("The form of a measurement")
@MainActor
struct EntryModelTests {
    private let store: MeasurementStore
    private let clock = StepClock()

    init() throws { store = try Records.store(clock: clock) }

    @Test("a form that was opened and closed is no edit")
    func untouched() throws {
        try store.upsert(Records.weight(72.34567))
        var editCount = 0
        let model = editing(weight: .pounds) { editCount += 1 }
        expect(model.save() && editCount == 0)
        try expect(store.byId(Records.id(1))?.version, equals: 1)
    }

    @Test("a value that nobody touched keeps its digits when the time is changed")
    func keepsDigits() throws {
        try store.upsert(Records.weight(72.34567))
        let model = editing()
        expect(model.draft.valueText, equals: "72.35")
        model.draft.recordedAt = Timestamp(clamping: 1_781_930_000_000)
        expect(model.save())
        let record = try #require(try store.byId(Records.id(1)))
        expect(record.value == 72.34567 && record.recordedAt.millisecondsSinceEpoch == 1_781_930_000_000)
        expect(record.version, equals: 2)
    }

    @Test("an edit in pounds is stored in kilograms")
    func inPounds() throws {
        try store.upsert(Records.weight(72.34567))
        let model = editing(weight: .pounds)
        expect(model.draft.valueText == "159.49" && model.draft.unit == .pounds)
        model.draft.valueText = "160"
        expect(model.save())
        let record = try #require(try store.byId(Records.id(1)))
        expect(record.value == 160 * MetricUnit.kilogramsPerPound && record.unit == .kilograms)
    }

    @Test("a form that cannot be taken says why, stores nothing and asks for no sync")
    func errors() throws {
        var editCount = 0
        let model = EntryModel(adding: .weight, device: Device(store: store), form: form()) { editCount += 1 }
        model.draft.valueText = "seventy"
        expect(!model.save() && model.errors.value != nil && model.problem == nil)
        try expect(store.list().isEmpty && editCount == 0)
        model.draft.valueText = "70"
        expect(model.save() && model.errors.isEmpty && editCount == 1)
        try expect(store.list().map(\.measurement.value), equals: [70])
    }

    @Test("a store that cannot write is told as a problem, and the form keeps what was typed")
    func storeFails() throws {
        let crashPoint = CrashPoint()
        let store = try Records.store(crashPoint: crashPoint)
        let model = EntryModel(adding: .weight, device: Device(store: store), form: form())
        model.draft.valueText = "70"
        crashPoint.arm(afterWrites: 0)
        expect(!model.save() && model.problem != nil && model.draft.valueText == "70")
        crashPoint.disarm()
        expect(model.save() && model.problem == nil)
    }

    @Test("choosing another kind brings the unit that the person is used to there")
    func choosesKind() {
        let model = EntryModel(adding: .weight, device: Device(store: store), form: form(weight: .pounds))
        expect(model.draft.unit == .pounds && model.units == [.kilograms, .pounds])
        model.choose(.steps)
        expect(model.draft.kind == .steps && model.draft.unit == .count && model.units == [.count])
    }

    private func form(weight: MetricUnit = .kilograms) -> EntryForm {
        EntryForm(
            formatter: DisplayFormatter(units: UnitPreferences(weight: weight), locale: Locale(identifier: "en_US")),
            clock: clock.read)
    }

    private func editing(
        weight: MetricUnit = .kilograms, onEdit: @escaping @MainActor () -> Void = {}
    ) -> EntryModel {
        EntryModel(
            editing: (try? store.byId(Records.id(1))) ?? Records.weight(0), device: Device(store: store),
            form: form(weight: weight), onEdit: onEdit)
    }
}
