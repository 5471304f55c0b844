import Crypto
import Foundation
import TestSupport
import Testing
import Vitals
import VitalsServer

/// The encryption of messages and the signature of requests, against the vectors of the RFCs and a reader of the tests'
/// own.
@Suite("Messages of Web Push are encrypted and signed") struct WebPushEncryptionTests {
    @Test("The example of RFC 8291, section 5, comes out byte for byte")
    func vector() throws {
        let browser = try TestBrowser(
            privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", auth: "BTBZMqHH6r4Tts7J_aSIgg")
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        expect(Data(browser.publicKey).base64URL, equals: key)
        let body = try WebPushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: browser.keys,
            salt: Array(Data(base64URL: "DGv6ra1nlYgDCS1FRnbzlw")),
            senderKey: Array(Data(base64URL: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        let expected = """
            DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
            Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
            yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
            """
        expect(Data(body).base64URL, equals: expected)
        try expect(browser.read(body), equals: "When I grow up, I want to be a watermelon")
    }

    @Test(
        "Padded messages are equally long, and two of the same text have nothing in common but the header's constants")
    func padding() throws {
        let browser = TestBrowser()
        let bodies = try ["", "changed", "changed", String(repeating: "x", count: 128)].map {
            try WebPushEncryption.encrypt(Array($0.utf8), paddedTo: 128, for: browser.keys)
        }
        expect(Set(bodies.map(\.count)), equals: [86 + 128 + 1 + 16])
        try expect(bodies.map { try browser.read($0).count }, equals: [0, 7, 7, 128])
        expect(bodies[1][..<16] != bodies[2][..<16] && bodies[1][21..<86] != bodies[2][21..<86])
        expect(bodies[1][86...] != bodies[2][86...])
    }

    @Test("Only the browser that the message is for can read it, and no byte may be changed")
    func otherReaders() throws {
        let browser = TestBrowser()
        let body = try WebPushEncryption.encrypt(Array("changed".utf8), for: browser.keys)
        #expect(throws: (any Error).self) { try TestBrowser().read(body) }
        for index in [0, 16, 21, 86, body.count - 1] {
            var changed = body
            changed[index] ^= 1
            #expect(throws: (any Error).self, "byte \(index)") { try browser.read(changed) }
        }
    }

    @Test("A message that a push service may refuse isn't encrypted, and the longest one is")
    func tooLong() throws {
        let browser = TestBrowser()
        try expect(
            browser.read(
                WebPushEncryption.encrypt(Array(repeating: 120, count: 3993), for: browser.keys)
            ).count, equals: 3993)
        for (count, size) in [(3994, 0), (1, 3994)] {
            #expect(throws: WebPushEncryption.Failure.tooLong) {
                try WebPushEncryption.encrypt(Array(repeating: 120, count: count), paddedTo: size, for: browser.keys)
            }
        }
        #expect(throws: WebPushEncryption.Failure.badKey) {
            try WebPushEncryption.encrypt([1], for: browser.keys, salt: [1, 2, 3])
        }
    }

    @Test("Keys that aren't keys are refused: another length, a compressed point, no point of the curve")
    func badKeys() throws {
        let good = TestBrowser()
        var offCurve = good.publicKey
        offCurve[64] ^= 1
        let compressed = Array(good.privateKey.publicKey.compressedRepresentation)
        let others: [[UInt8]] = [
            [], offCurve, compressed, Array(good.publicKey.dropLast()), good.publicKey + [0],
            [4] + Array(repeating: 0, count: 64),
            Array(repeating: 0, count: 65),
        ]
        for key in others {
            #expect(throws: WebPushKeyError.publicKey) { try WebPushKeys(publicKey: key, authSecret: good.authSecret) }
        }
        for count in [0, 15, 17, 32] {
            #expect(throws: WebPushKeyError.authSecret) {
                try WebPushKeys(publicKey: good.publicKey, authSecret: Array(repeating: 1, count: count))
            }
        }
        #expect(throws: WebPushKeyError.publicKey) {
            try WebPushKeys(p256dh: "no base64!", auth: "BTBZMqHH6r4Tts7J_aSIgg")
        }
        let text = Data(good.publicKey).base64URL
        #expect(throws: WebPushKeyError.authSecret) { try WebPushKeys(p256dh: text, auth: "BTBZMqHH6r4Tts7J+aSIgg") }
        try expect(WebPushKeys(p256dh: text + "=", auth: "BTBZMqHH6r4Tts7J_aSIgg==").publicKey, equals: good.publicKey)
    }

    @Test("A request is signed for one origin, for less than a day, and the public key proves it")
    func signature() throws {
        let key = try #require(VAPIDKey(VAPIDKey.make()))
        let now = Timestamp(rfc3339: "2026-11-25T12:00:00Z")!
        let header = try key.authorization(
            audience: "https://push.example.org", contact: "mailto:you@example.org", now: now)
        let claims = try #require(try VAPIDClaims(header))
        expect(claims.key == key.publicKey && key.publicKey.count == 87)
        expect(claims.json["aud"]?.string, equals: "https://push.example.org")
        expect(claims.json["sub"]?.string, equals: "mailto:you@example.org")
        let end = try #require(claims.json["exp"]?.wholeNumber)
        expect((1...86_400).contains(end - now.millisecondsSinceEpoch / 1000))
        let other = try #require(VAPIDKey(VAPIDKey.make()))
        try expect(VAPIDClaims(header.replacing(key.publicKey, with: other.publicKey)) == nil)
        for text in ["", "AAAA", "not base64!", String(repeating: "_", count: 43)] { expect(VAPIDKey(text) == nil) }
    }
}
