import StepSupport
import Testing
import Vitals

extension Step17DeletesTests {
    @Test("a deletion stays when a phone that was offline sends its edit, and the edit can be brought back")
    func story() async throws {
        let fixture = try Step17Fixture()
        let (a, b) = (try fixture.phone("A"), try fixture.phone("B"))
        try await share(70, a, b)
        try b.store.edit(id, value: 71)
        fixture.clock.advance(byMilliseconds: 10)
        try a.store.delete(id)
        try await sync(a, b, a)
        let shown = (a: try a.store.list().first?.measurement.value, b: try b.store.list().first?.measurement.value)
        let held = try await fixture.held()
        expect(
            shown.a == nil && shown.b == nil && held?.isDeleted == true,
            """
            B edited 71 offline. Then A deleted the record, and both synced. Both changes are version 2, and the later one \
            wins. A shows \(Self.text(shown.a)), B shows \(Self.text(shown.b)), and the server holds \
            \(held.shown).
            """)
        let kept = try b.deletedValues
        expect(
            kept.contains(71),
            "B's user typed 71, and another phone deleted it. B can bring back \(kept), and not 71.")
    }

    private static func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "nothing" }
}
