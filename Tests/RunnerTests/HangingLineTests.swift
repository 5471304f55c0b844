import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("Long lines of a report")
struct HangingLineTests {
    @Test("further lines begin where the text does: after the indentation, or after a label")
    func hanging() {
        expect(HangingLine("    one two three four").broken(at: 14), equals: ["    one two", "    three four"])
        expect(
            HangingLine("✗ wrong    one two three").broken(at: 20), equals: ["✗ wrong    one two", "           three"])
        expect(
            HangingLine("           in       a bcdef").broken(at: 26),
            equals: ["           in       a", "                    bcdef"])
    }

    @Test("styles take no room")
    func styles() {
        let label = "\u{1B}[31m✗ wrong    \u{1B}[0m"
        expect(HangingLine(label + "one two three").broken(at: 20), equals: [label + "one two", "           three"])
    }

    @Test("a word that is too long stays whole, and a line that fits or is empty stays as it is")
    func exceptions() {
        expect(
            HangingLine("  see https://x.test/long now").broken(at: 12),
            equals: ["  see", "  https://x.test/long", "  now"])
        expect(HangingLine("fits  as it is").broken(at: 14), equals: ["fits  as it is"])
        expect(HangingLine("").broken(at: 40), equals: [""])
    }
}
