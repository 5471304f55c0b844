import Testing

@testable import Vitals

@Suite("Control characters")
struct ControlCharacterTests {
    @Test("are those of Unicode's category Cc, and no others")
    func category() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            guard scalar.isControl != (scalar.properties.generalCategory == .control) else { continue }
            Issue.record("U+\(String(value, radix: 16))")
        }
    }
}
