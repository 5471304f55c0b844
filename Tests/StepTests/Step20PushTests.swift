import Foundation
import StepSupport
import Testing
import Vitals
import VitalsServer

/// Tests of a push message's encryption, and of when one is sent.
@Suite("Step 20: waking a closed app", .serialized)
struct Step20PushTests {
    // MARK: Encryption

    @Test("the example of RFC 8291 comes out byte for byte")
    func vector() throws {
        let browser = try Step20Browser(
            privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", auth: "BTBZMqHH6r4Tts7J_aSIgg")
        let body = try WebPushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: browser.keys,
            salt: Step20Browser.bytes("DGv6ra1nlYgDCS1FRnbzlw"),
            senderKey: Step20Browser.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let expected = try Step20Browser.bytes(
            """
            DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
            Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
            yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
            """)
        let parts: [(String, Range<Int>)] = [
            ("the salt", 0..<16), ("the record size, 4096, and the key's length, 65", 16..<21),
            ("the sender's public key", 21..<86), ("the encrypted record", 86..<144),
        ]
        expect(
            body.count == expected.count, "The example has \(expected.count) bytes, and the body has \(body.count).")
        let guess = browser.guess(body).map { " A guess: \($0)." } ?? ""
        for (part, range) in parts {
            let (found, wanted) = (body.dropFirst(range.lowerBound).prefix(range.count), expected[range])
            expect(
                Array(found) == Array(wanted),
                """
                Bytes \(range.lowerBound) to \(range.upperBound - 1) of the body are \(part). The example of RFC 8291, \
                section 5, has \(Self.hexadecimal(wanted.prefix(8)))…, and yours has \
                \(Self.hexadecimal(found.prefix(8)))….\(range.lowerBound == 86 ? guess : "")
                """)
        }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }

    /// The message that a browser reads, or why it can't.
    private static func read(_ body: [UInt8], by browser: Step20Browser) -> String {
        do {
            let text = try browser.read(body)
            // A zero byte would be invisible in a terminal.
            return "“\(text.unicodeScalars.map { $0.value < 32 ? $0.escaped(asASCII: true) : String($0) }.joined())”"
        } catch {
            return "nothing, because \(error)"
        }
    }

    @Test("a padded message has one length, and the browser reads it without the padding")
    func padding() throws {
        let browser = Step20Browser()
        for text in ["", "changed", String(repeating: "x", count: 128)] {
            let body = try WebPushEncryption.encrypt(Array(text.utf8), paddedTo: 128, for: browser.keys)
            expect(
                body.count == 86 + 128 + 1 + 16,
                """
                Padded to 128 bytes, a message of \(text.utf8.count) bytes should make a body of 231: 86 of header, 128, \
                the delimiter and 16 of the tag. It makes \(body.count), so its length says something about the message.
                """)
            let found = Self.read(body, by: browser)
            expect(
                found == "“\(text)”",
                """
                The record is the message, then the delimiter 2, then zeros. The browser should read “\(text.prefix(10))”, \
                and it reads \(found.prefix(80)).
                """)
        }
    }

    @Test("a message that is longer than the size gets no padding")
    func longerThanSize() throws {
        let browser = Step20Browser()
        let text = String(repeating: "x", count: 200)
        let body = try WebPushEncryption.encrypt(Array(text.utf8), paddedTo: 128, for: browser.keys)
        let found = Self.read(body, by: browser)
        expect(
            body.count == 86 + 200 + 1 + 16 && found == "“\(text)”",
            """
            A message of 200 bytes, padded to 128, has no zeros. The body should have 303 bytes, and it has \
            \(body.count). The browser reads \(found.prefix(20)).
            """)
    }

    @Test("two messages of one text have nothing in common")
    func freshKeys() throws {
        let browser = Step20Browser()
        let bodies = try (0..<2).map { _ in
            try WebPushEncryption.encrypt(Array("changed".utf8), paddedTo: 128, for: browser.keys)
        }
        let parts: [(String, Range<Int>)] = [("salt", 0..<16), ("sender's key", 21..<86), ("record", 86..<231)]
        for (part, range) in parts {
            let (first, second) = (bodies[0].dropFirst(range.lowerBound), bodies[1].dropFirst(range.lowerBound))
            expect(
                Array(first.prefix(range.count)) != Array(second.prefix(range.count)),
                "Two messages have the same \(part). Use the `salt` and the `senderKey` that you were given.")
        }
    }

    @Test("only the browser that subscribed reads the message, and a changed byte is noticed")
    func otherReaders() throws {
        let browser = Step20Browser()
        let body = try WebPushEncryption.encrypt(Array("changed".utf8), for: browser.keys)
        expect((try? Step20Browser().read(body)) == nil, "Another browser's key reads the message.")
        for index in [0, 21, 86, body.count - 1] {
            var changed = body
            changed[index] ^= 1
            expect(
                (try? browser.read(changed)) == nil, "With byte \(index) changed, the browser still reads a message.")
        }
    }

    @Test("a message that a push service may refuse throws, and so do bad keys")
    func refuses() throws {
        let keys = try Step20Browser().keys
        for (count, size) in [(3994, 0), (1, 3994)] {
            #expect(
                throws: WebPushEncryption.Failure.tooLong,
                """
                A body has 4096 bytes at most, with header, delimiter and tag: \(count) bytes, padded to \(size), don't \
                fit. Throw `tooLong`.
                """
            ) {
                try WebPushEncryption.encrypt(Array(repeating: 120, count: count), paddedTo: size, for: keys)
            }
        }
        for (count, size) in [(3993, 0), (1, 3993), (3993, 3993)] {
            let longest = try WebPushEncryption.encrypt(Array(repeating: 120, count: count), paddedTo: size, for: keys)
            expect(
                longest.count == 4096,
                "\(count) bytes, padded to \(size), just fit into a body of 4096; yours has \(longest.count).")
        }
        for (saltCount, key) in [(3, 32), (17, 32), (16, 5)] {
            let salt = [UInt8](repeating: 1, count: saltCount)
            #expect(
                throws: WebPushEncryption.Failure.badKey,
                """
                A salt has 16 bytes and a private key 32. A salt of \(saltCount) bytes with a private key of \(key) can't \
                be used. Throw `badKey`.
                """
            ) {
                try WebPushEncryption.encrypt([1], for: keys, salt: salt, senderKey: Array(repeating: 7, count: key))
            }
        }
        #expect(
            throws: WebPushEncryption.Failure.badKey,
            "32 zeros have the length of a private key, and they are none: the curve has no such key. Throw `badKey`."
        ) {
            try WebPushEncryption.encrypt([1], for: keys, senderKey: Array(repeating: 0, count: 32))
        }
    }

    // MARK: When

    @Test("a message comes 2 s after the first change, however many follow")
    func settles() {
        var schedule = WakeSchedule()
        Self.expectDue(schedule, nil, "Nothing has changed")
        schedule.change(at: .seconds(10))
        Self.expectDue(schedule, 12, "The first change came at 10 s")
        schedule.change(at: .seconds(11))
        Self.expectDue(schedule, 12, "Changes came at 10 s and 11 s, and the second doesn't put the message off")
        schedule.send(at: .seconds(12))
        Self.expectDue(schedule, nil, "The message was sent at 12 s, and nothing has changed since")
        for start in [0, 10.25, 10.75] {
            schedule = WakeSchedule()
            schedule.change(at: .seconds(start))
            Self.expectDue(schedule, start + 2, "The first change came at \(start) s")
        }
    }

    @Test("while changes go on, messages are 30 s apart")
    func spaced() {
        var schedule = WakeSchedule()
        schedule.change(at: .seconds(10))
        schedule.send(at: .seconds(12))
        schedule.change(at: .seconds(13))
        Self.expectDue(schedule, 42, "A message was sent at 12 s, and the next change came at 13 s")
        schedule.change(at: .seconds(40))
        Self.expectDue(schedule, 42, "A message was sent at 12 s, and changes came at 13 s and 40 s")
        schedule.send(at: .seconds(42))
        schedule.change(at: .seconds(71))
        Self.expectDue(schedule, 73, "A message was sent at 42 s, and a change came at 71 s: it needs 2 s to settle")
        schedule.send(at: .seconds(73))
        schedule.change(at: .seconds(500))
        Self.expectDue(schedule, 502, "The last message was sent at 73 s, and a change came at 500 s")
        for sent in [0, 12.25] {
            schedule = WakeSchedule()
            schedule.send(at: .seconds(sent))
            schedule.change(at: .seconds(sent + 1))
            Self.expectDue(
                schedule, sent + 30, "A message was sent at \(sent) s, and the next change came at \(sent + 1) s")
        }
    }

    private static func expectDue(_ schedule: WakeSchedule, _ seconds: Double?, _ why: String) {
        let words = { (time: Duration?) in time.map { String(format: "%g s", $0 / .seconds(1)) } ?? "nil" }
        let expected = seconds.map { Duration.seconds($0) }
        expect(
            schedule.due == expected, "\(why). `due` should be \(words(expected)), and it is \(words(schedule.due)).")
    }
}
