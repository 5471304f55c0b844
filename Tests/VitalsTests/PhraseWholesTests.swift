import TestSupport
import Testing
import Vitals

@Suite("The phrase parser: the whole, or nothing")
struct PhraseWholesTests {
    private static let now = "2026-07-01T09:30:00+02:00"

    @Test("a number of another time isn't taken for now", arguments: times)
    func timesRead(phrase: PhraseCase) { expect(phrase.read(), equals: phrase.expected) }

    private static let times: [PhraseCase] = [
        PhraseCase("started at 80 kg, now 72", "WEIGHT 72 KG \(now)"),
        PhraseCase("was 74 kg, now 72 kg", "WEIGHT 72 KG \(now)"),
        PhraseCase("72 kg now, was 74 kg", "WEIGHT 72 KG \(now)"),
        PhraseCase("last week 72 kg, today 73", "WEIGHT 73 KG \(now)"),
        PhraseCase("last week 72, today 73"),
        PhraseCase("weight last month 160 lb, 158 now", "WEIGHT 158 LB \(now)"),
        PhraseCase("used to weigh 80 kg, now 72", "WEIGHT 72 KG \(now)"),
        PhraseCase("weighed 74 before, 72 now", "WEIGHT 72 KG \(now)"),
        PhraseCase("pulse was 90, 64 now", "HEART_RATE 64 BPM \(now)"),
        PhraseCase("my goal is 70 kg, now 72.4", "WEIGHT 72.4 KG \(now)"),
        PhraseCase("initially 84 kg, currently 79 kg", "WEIGHT 79 KG \(now)"),
        PhraseCase("previously my weight was 84"),
        PhraseCase("at one point my weight was 72 kg"),
        PhraseCase("my wife was 60 kg last year, now 58"),
        // A number that may be something else isn't a weight or a pulse.
        PhraseCase("weight 72 kg, now 40", "WEIGHT 72 KG \(now)"),
        PhraseCase("ran 5 km yesterday, today 30", "DISTANCE 5 KM 2026-06-30T12:00:00+02:00"),
        // Both have a time.
        PhraseCase(
            "yesterday weight 72.5, today 72.1", "WEIGHT 72.5 KG 2026-06-30T12:00:00+02:00", "WEIGHT 72.1 KG \(now)"),
        PhraseCase(
            "pulse 80 at 7, now 62", "HEART_RATE 80 BPM 2026-07-01T07:00:00+02:00", "HEART_RATE 62 BPM \(now)"),
        PhraseCase("weight was 72", "WEIGHT 72 KG \(now)"),
        PhraseCase("I was 72 kg and ran 5 km", "WEIGHT 72 KG \(now)", "DISTANCE 5 KM \(now)"),
        PhraseCase("weight 72 before breakfast", "WEIGHT 72 KG \(now)"),
        PhraseCase("ran 5 km, now weight 72 kg", "DISTANCE 5 KM \(now)", "WEIGHT 72 KG \(now)"),
    ]

    @Test("a part of a whole, or one of several, isn't taken for the whole", arguments: parts)
    func partsRead(phrase: PhraseCase) { expect(phrase.read(), equals: phrase.expected) }

    private static let parts: [PhraseCase] = [
        PhraseCase("ran 3 times 400 m"), PhraseCase("walked 2 km twice"), PhraseCase("ran 2 km, twice"),
        PhraseCase("ran 400 m five times yesterday"), PhraseCase("swam 20 laps of 50 m"),
        PhraseCase("cycled 10 km each way"),
        PhraseCase("ran 3 sets of 800 m"), PhraseCase("burned 300 kcal twice today"),
        PhraseCase("walked 2 km there and back"),
        PhraseCase("ran half of 10 km"), PhraseCase("walked two thirds of the 6 km"), PhraseCase("ran 80% of 10 km"),
        PhraseCase("ran 1/2 of a marathon"), PhraseCase("ran a quarter marathon"),
        PhraseCase("ran the first 2 km of 5 km"),
        PhraseCase("2 km into my 10 km run"), PhraseCase("walked 3 of 10 km"), PhraseCase("8000 of 10000 steps"),
        PhraseCase("walked most of the 8 km"),
        PhraseCase("half way through my 10 km run"), PhraseCase("swam 1 km 500 m of it breaststroke"),
        // These are whole.
        PhraseCase("Swam forty lengths, 1 km in total", "DISTANCE 1 KM \(now)"),
        PhraseCase("a run of 10 km", "DISTANCE 10 KM \(now)"), PhraseCase("weight of 72 kg", "WEIGHT 72 KG \(now)"),
        PhraseCase("ran 5 km of trails", "DISTANCE 5 KM \(now)"),
        PhraseCase("ran my first 5 km", "DISTANCE 5 KM \(now)"),
        PhraseCase("walked a total of 8 km", "DISTANCE 8 KM \(now)"),
        PhraseCase(
            "ran 5 km, felt dizzy twice", "DISTANCE 5 KM \(now)", "SYMPTOM 1 COUNT \(now) dizzy"),
        PhraseCase("ran half a mile", "DISTANCE 0.5 MI \(now)"),
        PhraseCase("pulse 62 twice", "HEART_RATE 62 BPM \(now)"),
    ]

    @Test("one thing in two units is one thing", arguments: units)
    func unitsRead(phrase: PhraseCase) { expect(phrase.read(), equals: phrase.expected) }

    private static let units: [PhraseCase] = [
        PhraseCase("ran 3 miles (4.8 km)", "DISTANCE 3 MI \(now)"),
        PhraseCase("5 km = 3.1 mi run", "DISTANCE 5 KM \(now)"),
        PhraseCase("ran 5 km (3 miles)", "DISTANCE 5 KM \(now)"),
        PhraseCase("ran 5k which is 3.1 miles", "DISTANCE 5 KM \(now)"),
        PhraseCase("72.3 kg, that's 159.4 lb", "WEIGHT 72.3 KG \(now)"),
        PhraseCase("weight 11 st 4 lb (72 kg)", "WEIGHT 158 LB \(now)"),
        PhraseCase("body weight 160 lb (11st 6)", "WEIGHT 160 LB \(now)"),
        PhraseCase("burned 300 kcal (1255 kJ)", "ACTIVE_ENERGY 300 KCAL \(now)"),
        PhraseCase("swam 800 m, 0.8 km", "DISTANCE 0.8 KM \(now)"),
        PhraseCase("11 stone 4", "WEIGHT 158 LB \(now)"), PhraseCase("ran 5 km 300 m", "DISTANCE 5.3 KM \(now)"),
        PhraseCase("weight 72 kg 300 g", "WEIGHT 72.3 KG \(now)"),
        PhraseCase("weight 150 lb 8 oz", "WEIGHT 150.5 LB \(now)"),
        PhraseCase("walked 1 mile 880 yards", "DISTANCE 1.5 MI \(now)"),
        PhraseCase("5 ft 11 in"), PhraseCase("I'm 5 ft 11 and 72 kg", "WEIGHT 72 KG \(now)"),
        PhraseCase("walked a mile and a quarter"), PhraseCase("weight 72 kilos 300"), PhraseCase("weight 72 kg 1500 g"),
        // These are two.
        PhraseCase("ran 5 km and 3 miles", "DISTANCE 5 KM \(now)", "DISTANCE 3 MI \(now)"),
        PhraseCase("ran 5 km, swam 3 miles", "DISTANCE 5 KM \(now)", "DISTANCE 3 MI \(now)"),
        PhraseCase("ran 5 km. 3 miles walk", "DISTANCE 5 KM \(now)", "DISTANCE 3 MI \(now)"),
        PhraseCase(
            "ran 5 km yesterday, 3.1 miles today", "DISTANCE 5 KM 2026-06-30T12:00:00+02:00", "DISTANCE 3.1 MI \(now)"),
        PhraseCase("ran 5 km, 5 km", "DISTANCE 5 KM \(now)", "DISTANCE 5 KM \(now)"),
        PhraseCase("ran 5 km (8 miles)", "DISTANCE 5 KM \(now)", "DISTANCE 8 MI \(now)"),
    ]

    @Test("a number that was cut in two is put together or left out", arguments: pieces)
    func piecesRead(phrase: PhraseCase) { expect(phrase.read(), equals: phrase.expected) }

    private static let pieces: [PhraseCase] = [
        PhraseCase("weight 72 point 3", "WEIGHT 72.3 KG \(now)"),
        PhraseCase("weight seventy two point 3", "WEIGHT 72.3 KG \(now)"),
        PhraseCase("weight 72 point three five kg", "WEIGHT 72.35 KG \(now)"),
        PhraseCase("ran 5 point 25 km", "DISTANCE 5.25 KM \(now)"),
        PhraseCase("weight 72 point", "WEIGHT 72 KG \(now)"), PhraseCase("weight 72.5 point 3"),
        PhraseCase("weight 72. 3 kg"), PhraseCase("weight 72. 3"), PhraseCase("weight 72 , 3 kg"),
        PhraseCase("ran 5. 3 km"),
        PhraseCase("pulse 62. 5 bpm"),
        // Two sentences, and a list.
        PhraseCase("weight 72. 3 km walk", "WEIGHT 72 KG \(now)", "DISTANCE 3 KM \(now)"),
        PhraseCase("pulse 60. 3 km walk", "HEART_RATE 60 BPM \(now)", "DISTANCE 3 KM \(now)"),
        PhraseCase("woke at 7. 5 km run", "DISTANCE 5 KM 2026-07-01T07:00:00+02:00"),
        PhraseCase("weight 72, pulse 60", "WEIGHT 72 KG \(now)", "HEART_RATE 60 BPM \(now)"),
        PhraseCase("weight 72. Pulse 60", "WEIGHT 72 KG \(now)", "HEART_RATE 60 BPM \(now)"),
        PhraseCase("weight 72, 8000 steps", "WEIGHT 72 KG \(now)", "STEPS 8000 COUNT \(now)"),
    ]
}
