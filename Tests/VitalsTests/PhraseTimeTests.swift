import TestSupport
import Testing
import Vitals

@Suite("The phrase parser: times")
struct PhraseTimeTests {
    @Test("a part of the day has one time, and said too early in it, it is now", arguments: partsOfDay)
    func partsOfDayRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let partsOfDay: [PhraseCase] = [
        PhraseCase("pulse 60", "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("pulse 60 now", "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("pulse 60 just now", "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("pulse 60 today", "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("pulse 60 this morning", "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase("pulse 60 in the morning", "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase("pulse 60 last night", "HEART_RATE 60 BPM 2026-06-30T22:00:00+02:00"),
        PhraseCase("pulse 60 at midnight", "HEART_RATE 60 BPM 2026-07-01T00:00:00+02:00"),
        PhraseCase("pulse 60 in the evening", "HEART_RATE 60 BPM 2026-06-30T20:00:00+02:00"),
        PhraseCase("good morning, pulse 60", "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "pulse 60 this morning",
            "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00",
            at: "2026-07-01T21:00:00+02:00"),
        PhraseCase(
            "pulse 60 at noon",
            "HEART_RATE 60 BPM 2026-07-01T12:00:00+02:00",
            at: "2026-07-01T21:00:00+02:00"),
        PhraseCase(
            "pulse 60 this afternoon",
            "HEART_RATE 60 BPM 2026-07-01T15:00:00+02:00",
            at: "2026-07-01T21:00:00+02:00"),
        PhraseCase(
            "pulse 60 this evening",
            "HEART_RATE 60 BPM 2026-07-01T20:00:00+02:00",
            at: "2026-07-01T21:00:00+02:00"),
        PhraseCase(
            "pulse 60 tonight",
            "HEART_RATE 60 BPM 2026-07-01T20:00:00+02:00",
            at: "2026-07-01T21:00:00+02:00"),
        PhraseCase(
            "pulse 60 this morning",
            "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00",
            at: "2026-07-01T07:00:00+02:00"),
        PhraseCase(
            "pulse 60 this morning",
            "HEART_RATE 60 BPM 2026-07-01T01:30:00+02:00",
            at: "2026-07-01T01:30:00+02:00"),
        PhraseCase(
            "pulse 60 this evening",
            "HEART_RATE 60 BPM 2026-07-01T17:30:00+02:00",
            at: "2026-07-01T17:30:00+02:00"),
        PhraseCase(
            "pulse 60 last night",
            "HEART_RATE 60 BPM 2026-06-30T22:00:00+02:00",
            at: "2026-07-01T00:30:00+02:00"),
    ]

    @Test("an hour without am or pm is the latest one that isn't later than now", arguments: hours)
    func hoursRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let hours: [PhraseCase] = [
        PhraseCase("pulse 60 at 7", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("pulse 60 at 7", "HEART_RATE 60 BPM 2026-07-01T19:00:00+02:00", at: "2026-07-01T21:00:00+02:00"),
        PhraseCase("pulse 60 at 7", "HEART_RATE 60 BPM 2026-06-30T19:00:00+02:00", at: "2026-07-01T05:00:00+02:00"),
        PhraseCase("pulse 60 at 7:30", "HEART_RATE 60 BPM 2026-07-01T07:30:00+02:00"),
        PhraseCase("pulse 60 at 7.30", "HEART_RATE 60 BPM 2026-07-01T07:30:00+02:00"),
        PhraseCase("pulse 60 at 07:30", "HEART_RATE 60 BPM 2026-07-01T07:30:00+02:00"),
        PhraseCase(
            "pulse 60 at 07:30",
            "HEART_RATE 60 BPM 2026-07-01T07:30:00+02:00",
            at: "2026-07-01T21:00:00+02:00"),
        PhraseCase("pulse 60 at 19:30", "HEART_RATE 60 BPM 2026-06-30T19:30:00+02:00"),
        PhraseCase("pulse 60 at 7am", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("pulse 60 at 7 am", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("pulse 60 at 7 pm", "HEART_RATE 60 BPM 2026-06-30T19:00:00+02:00"),
        PhraseCase("pulse 60 at 7 p.m.", "HEART_RATE 60 BPM 2026-06-30T19:00:00+02:00"),
        PhraseCase("pulse 60 at 12 am", "HEART_RATE 60 BPM 2026-07-01T00:00:00+02:00"),
        PhraseCase("pulse 60 at 12 pm", "HEART_RATE 60 BPM 2026-06-30T12:00:00+02:00"),
        PhraseCase("pulse 60 at 12:15", "HEART_RATE 60 BPM 2026-07-01T00:15:00+02:00"),
        PhraseCase("pulse 60 at 7 o'clock", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("pulse 60 at seven", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("pulse 60 at half past seven", "HEART_RATE 60 BPM 2026-07-01T07:30:00+02:00"),
        PhraseCase("pulse 60 at quarter to one", "HEART_RATE 60 BPM 2026-07-01T00:45:00+02:00"),
        PhraseCase("pulse 60 at about 7", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("7:30 pulse 60", "HEART_RATE 60 BPM 2026-07-01T07:30:00+02:00"),
        PhraseCase("pulse at 7 was 62", "HEART_RATE 62 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("this morning at 7 pulse 60", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("last night at 11 pulse 60", "HEART_RATE 60 BPM 2026-06-30T23:00:00+02:00"),
        PhraseCase("last night at 2 pulse 60", "HEART_RATE 60 BPM 2026-07-01T02:00:00+02:00"),
        PhraseCase("pulse 60 at 3 in the afternoon", "HEART_RATE 60 BPM 2026-06-30T15:00:00+02:00"),
        PhraseCase("pulse 60 at 25", "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("pulse 60 at 7:75"),
    ]

    @Test("a day without a time is the middle of it", arguments: days)
    func daysRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let days: [PhraseCase] = [
        PhraseCase("pulse 60 yesterday", "HEART_RATE 60 BPM 2026-06-30T12:00:00+02:00"),
        PhraseCase("pulse 60 yesterday morning", "HEART_RATE 60 BPM 2026-06-30T08:00:00+02:00"),
        PhraseCase("yesterday evening pulse 60", "HEART_RATE 60 BPM 2026-06-30T20:00:00+02:00"),
        PhraseCase("pulse 60 yesterday at 7", "HEART_RATE 60 BPM 2026-06-30T07:00:00+02:00"),
        PhraseCase("pulse 60 yesterday at 7 pm", "HEART_RATE 60 BPM 2026-06-30T19:00:00+02:00"),
        PhraseCase("pulse 60 yesterday at 7 in the evening", "HEART_RATE 60 BPM 2026-06-30T19:00:00+02:00"),
        PhraseCase("pulse 60 the day before yesterday", "HEART_RATE 60 BPM 2026-06-29T12:00:00+02:00"),
        PhraseCase("pulse 60 two days ago", "HEART_RATE 60 BPM 2026-06-29T12:00:00+02:00"),
        PhraseCase("pulse 60 two days ago at 7", "HEART_RATE 60 BPM 2026-06-29T07:00:00+02:00"),
        PhraseCase("pulse 60 a week ago", "HEART_RATE 60 BPM 2026-06-24T12:00:00+02:00"),
        PhraseCase("pulse 60 2 weeks ago", "HEART_RATE 60 BPM 2026-06-17T12:00:00+02:00"),
        PhraseCase("pulse 60 on Monday", "HEART_RATE 60 BPM 2026-06-29T12:00:00+02:00"),
        PhraseCase("pulse 60 last Monday", "HEART_RATE 60 BPM 2026-06-29T12:00:00+02:00"),
        PhraseCase("pulse 60 on Wednesday", "HEART_RATE 60 BPM 2026-06-24T12:00:00+02:00"),
        PhraseCase("Monday morning pulse 60", "HEART_RATE 60 BPM 2026-06-29T08:00:00+02:00"),
        PhraseCase("pulse 60 on Sunday at 9 pm", "HEART_RATE 60 BPM 2026-06-28T21:00:00+02:00"),
    ]

    @Test("a time ago is counted back from now", arguments: ago)
    func agoRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let ago: [PhraseCase] = [
        PhraseCase("pulse 60 10 minutes ago", "HEART_RATE 60 BPM 2026-07-01T09:20:00+02:00"),
        PhraseCase("pulse 60 two hours ago", "HEART_RATE 60 BPM 2026-07-01T07:30:00+02:00"),
        PhraseCase("pulse 60 2.5 hours ago", "HEART_RATE 60 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("pulse 60 an hour ago", "HEART_RATE 60 BPM 2026-07-01T08:30:00+02:00"),
        PhraseCase("pulse 60 half an hour ago", "HEART_RATE 60 BPM 2026-07-01T09:00:00+02:00"),
        PhraseCase("pulse 60 an hour and a half ago", "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase("pulse 60 thirty seconds ago", "HEART_RATE 60 BPM 2026-07-01T09:29:30+02:00"),
        PhraseCase("pulse 60 10000 hours ago", "HEART_RATE 60 BPM 2025-05-10T17:30:00+02:00"),
    ]

    @Test("what is still to come, and a time that can't be told, is left out", arguments: leftOut)
    func leftOutRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let leftOut: [PhraseCase] = [
        PhraseCase("pulse 60 tomorrow"),
        PhraseCase("pulse 60 next Monday"),
        PhraseCase("pulse 60 next week"),
        PhraseCase("pulse 60 this afternoon"),
        PhraseCase("pulse 60 this evening"),
        PhraseCase("pulse 60 today at 8 pm"),
        PhraseCase("pulse 60 this morning at 11"),
        PhraseCase("pulse 60 last week"),
        PhraseCase("pulse 60 last month"),
        PhraseCase("pulse 60 3 months ago"),
        PhraseCase("pulse 60 a few days ago"),
        PhraseCase("pulse 60 a while ago"),
        PhraseCase("pulse 60 99999999999999999999 days ago"),
        PhraseCase("pulse 60 at seven thirty"),
        PhraseCase("pulse 60 on 5 June"),
        PhraseCase("5 May pulse 60"),
        PhraseCase("2026-06-20 pulse 60"),
        PhraseCase("20/06/2026 pulse 60"),
        PhraseCase("pulse 60 on the 21st"),
    ]

    @Test("a time holds for its clause, and on until the next one", arguments: clauses)
    func clausesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let clauses: [PhraseCase] = [
        PhraseCase(
            "ran 5k this morning, felt dizzy after",
            "DISTANCE 5 KM 2026-07-01T08:00:00+02:00",
            "SYMPTOM 1 COUNT 2026-07-01T08:00:00+02:00 dizzy"),
        PhraseCase(
            "this morning weight 72, pulse 60, slept badly",
            "WEIGHT 72 KG 2026-07-01T08:00:00+02:00",
            "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00",
            "SYMPTOM 1 COUNT 2026-07-01T08:00:00+02:00 insomnia"),
        PhraseCase(
            "weight 72 and pulse 60 this morning",
            "WEIGHT 72 KG 2026-07-01T08:00:00+02:00",
            "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "weight 72, pulse 60 this morning",
            "WEIGHT 72 KG 2026-07-01T09:30:00+02:00",
            "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "ran 5k this morning and walked 3k",
            "DISTANCE 5 KM 2026-07-01T08:00:00+02:00",
            "DISTANCE 3 KM 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "ran 5k yesterday, weight 72 and pulse 60 this morning",
            "DISTANCE 5 KM 2026-06-30T12:00:00+02:00",
            "WEIGHT 72 KG 2026-07-01T08:00:00+02:00",
            "HEART_RATE 60 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "Last night I had a headache. Weight 72.3 kg.",
            "SYMPTOM 1 COUNT 2026-06-30T22:00:00+02:00 headache",
            "WEIGHT 72.3 KG 2026-06-30T22:00:00+02:00"),
        PhraseCase(
            "yesterday I ran 3k in the morning and 5k at 7",
            "DISTANCE 3 KM 2026-06-30T08:00:00+02:00",
            "DISTANCE 5 KM 2026-06-30T07:00:00+02:00"),
        PhraseCase(
            "at 6am weight 70.2 kg, at 7am ran 5k, at 8am pulse 90",
            "WEIGHT 70.2 KG 2026-07-01T06:00:00+02:00",
            "DISTANCE 5 KM 2026-07-01T07:00:00+02:00",
            "HEART_RATE 90 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "pulse 58 at 7 am, 72 bpm at 9",
            "HEART_RATE 58 BPM 2026-07-01T07:00:00+02:00",
            "HEART_RATE 72 BPM 2026-07-01T09:00:00+02:00"),
        PhraseCase(
            "3 days ago my weight was 73 kg, yesterday 72.5 kg, today 72 kg",
            "WEIGHT 73 KG 2026-06-28T12:00:00+02:00",
            "WEIGHT 72.5 KG 2026-06-30T12:00:00+02:00",
            "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "ran 5k at 7 then walked 3k, later dizzy",
            "DISTANCE 5 KM 2026-07-01T07:00:00+02:00",
            "DISTANCE 3 KM 2026-07-01T07:00:00+02:00",
            "SYMPTOM 1 COUNT 2026-07-01T07:00:00+02:00 dizzy"),
        PhraseCase(
            "ran 5k this morning pulse 60 last night",
            "DISTANCE 5 KM 2026-07-01T08:00:00+02:00",
            "HEART_RATE 60 BPM 2026-06-30T22:00:00+02:00"),
        PhraseCase(
            "this morning ran 5k last night pulse 60",
            "DISTANCE 5 KM 2026-07-01T08:00:00+02:00",
            "HEART_RATE 60 BPM 2026-06-30T22:00:00+02:00"),
        PhraseCase(
            "last night dizzy, in the morning weight 72",
            "SYMPTOM 1 COUNT 2026-06-30T22:00:00+02:00 dizzy",
            "WEIGHT 72 KG 2026-07-01T08:00:00+02:00"),
        PhraseCase("headache since yesterday", "SYMPTOM 1 COUNT 2026-06-30T12:00:00+02:00 headache"),
    ]

    @Test(
        "a time that the clocks skip moves forward, and of a time that comes twice the first is taken",
        arguments: clockChanges)
    func clockChangesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let clockChanges: [PhraseCase] = [
        PhraseCase(
            "pulse 60 at 2:30",
            "HEART_RATE 60 BPM 2026-03-29T03:30:00+02:00",
            at: "2026-03-29T09:30:00+02:00"),
        PhraseCase(
            "pulse 60 at 1:30",
            "HEART_RATE 60 BPM 2026-03-29T01:30:00+01:00",
            at: "2026-03-29T09:30:00+02:00"),
        PhraseCase(
            "pulse 60 yesterday",
            "HEART_RATE 60 BPM 2026-03-28T12:00:00+01:00",
            at: "2026-03-29T09:30:00+02:00"),
        PhraseCase(
            "pulse 60 at 2:30",
            "HEART_RATE 60 BPM 2026-10-25T02:30:00+02:00",
            at: "2026-10-25T09:30:00+01:00"),
        PhraseCase(
            "pulse 60 at 3:30",
            "HEART_RATE 60 BPM 2026-10-25T03:30:00+01:00",
            at: "2026-10-25T09:30:00+01:00"),
        PhraseCase(
            "pulse 60 yesterday",
            "HEART_RATE 60 BPM 2026-10-24T12:00:00+02:00",
            at: "2026-10-25T09:30:00+01:00"),
        PhraseCase(
            "pulse 60 8 hours ago",
            "HEART_RATE 60 BPM 2026-10-25T02:30:00+02:00",
            at: "2026-10-25T09:30:00+01:00"),
    ]

    @Test("the first and the last day that a timestamp can hold are no trouble", arguments: ends)
    func endsRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let ends: [PhraseCase] = [
        PhraseCase("pulse 60 yesterday", at: "0001-01-01T00:00:00Z"),
        PhraseCase("pulse 60 at 7", at: "0001-01-01T00:00:00Z"),
        PhraseCase("pulse 60 an hour ago", at: "0001-01-01T00:00:00Z"),
        PhraseCase("pulse 60 at 7", "HEART_RATE 60 BPM 9999-12-31T19:00:00+01:00", at: "9999-12-31T23:59:59Z"),
    ]
}
