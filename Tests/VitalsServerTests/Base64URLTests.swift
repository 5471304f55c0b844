import TestSupport
import Testing

@testable import VitalsServer

@Suite("Base64 for URLs") struct Base64URLTests {
    @Test("What was written is read again, whatever its length", arguments: 0...8)
    func roundTrip(count: Int) {
        let bytes = (0..<count).map { UInt8(255 - $0) }
        let text = Base64URL.text(bytes)
        expect(Base64URL.bytes(text), equals: bytes, "\(text)")
        expect(!text.contains { "+/=".contains($0) })
    }

    @Test("Padding is taken; other characters, and a length that no bytes have, are refused")
    func refusals() {
        expect(Base64URL.bytes("_-4="), equals: [255, 238])
        for text in ["A", "AAAAA", "AA===", "A+AA", "A/AA", "AA AA", "ÄAA"] {
            expect(Base64URL.bytes(text) == nil, "\(text)")
        }
    }
}
