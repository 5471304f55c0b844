import TestSupport
import Testing
import Vitals

@Suite("The phrase parser: what was measured")
struct PhraseParserTests {
    @Test("the example of the chapter is read as a person means it", arguments: example)
    func exampleRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let example: [PhraseCase] = [
        PhraseCase(
            "ran 5k this morning, felt dizzy after, weight 72.3kg",
            "DISTANCE 5 KM 2026-07-01T08:00:00+02:00",
            "SYMPTOM 1 COUNT 2026-07-01T08:00:00+02:00 dizzy",
            "WEIGHT 72.3 KG 2026-07-01T08:00:00+02:00")
    ]

    @Test("weights are read in kilograms, pounds and stones", arguments: weights)
    func weightsRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let weights: [PhraseCase] = [
        PhraseCase("72.3 kg", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("weight 72.3", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("72kg", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("weight: 72.3 kilos", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("I weigh 160 pounds", "WEIGHT 160 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("158.4 lbs", "WEIGHT 158.4 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("body weight 71 kilograms", "WEIGHT 71 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("11 stone 4", "WEIGHT 158 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("11st 4lb", "WEIGHT 158 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("weigh 11 and a half stone", "WEIGHT 161 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("weighed 21st 4lb", "WEIGHT 298 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("the scale says 72.4", "WEIGHT 72.4 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("down to 72 kg", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("72 kg, down 2 kg", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("weight - 72.3", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
    ]

    @Test("steps are read as a whole or in thousands", arguments: steps)
    func stepsRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let steps: [PhraseCase] = [
        PhraseCase("8500 steps", "STEPS 8500 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("8,500 steps", "STEPS 8500 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("8 500 steps today", "STEPS 8500 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("8\u{202F}500 steps", "STEPS 8500 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("10k steps", "STEPS 10000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("8.5k steps yesterday", "STEPS 8500 COUNT 2026-06-30T12:00:00+02:00"),
        PhraseCase("walked 9000 steps", "STEPS 9000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("steps: 8,500", "STEPS 8500 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("steps 7.2k", "STEPS 7200 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("step count 4200", "STEPS 4200 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("eight thousand five hundred steps", "STEPS 8500 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("about 9 thousand steps so far today", "STEPS 9000 COUNT 2026-07-01T09:30:00+02:00"),
    ]

    @Test("a pulse is read with its name or its unit", arguments: pulses)
    func pulsesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let pulses: [PhraseCase] = [
        PhraseCase("pulse 62", "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("62 bpm", "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("heart rate was 58", "HEART_RATE 58 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("resting heart rate of 55", "HEART_RATE 55 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("HR 62", "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("rhr 52 this morning", "HEART_RATE 52 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase("heart rate 62 beats per minute", "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "pulse = 60; weight = 72",
            "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00",
            "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("pulse went up to 150 during the run", "HEART_RATE 150 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "weight 72 pulse 60 steps 8000",
            "WEIGHT 72 KG 2026-07-01T09:30:00+02:00",
            "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00",
            "STEPS 8000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "pulse 62 500 steps",
            "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00",
            "STEPS 500 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("blood pressure 120/80 pulse 62", "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("oxygen 98 percent pulse 61", "HEART_RATE 61 BPM 2026-07-01T09:30:00+02:00"),
    ]

    @Test("energy is read where it was burnt and not where it was eaten", arguments: energies)
    func energiesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let energies: [PhraseCase] = [
        PhraseCase("burned 300 calories", "ACTIVE_ENERGY 300 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("burnt 250 kcal", "ACTIVE_ENERGY 250 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("burned 1 200 kcal", "ACTIVE_ENERGY 1200 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("burned 420 kJ", "ACTIVE_ENERGY 100.4 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("calories burned 410", "ACTIVE_ENERGY 410 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("500 active calories", "ACTIVE_ENERGY 500 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "ran 5 km, burned 320 kcal",
            "DISTANCE 5 KM 2026-07-01T09:30:00+02:00",
            "ACTIVE_ENERGY 320 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("burned 300 calories before lunch", "ACTIVE_ENERGY 300 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("ate 500 calories"),
        PhraseCase("500 kcal lunch"),
        PhraseCase("lunch was 500 calories"),
        PhraseCase("had a 300 calorie snack"),
        PhraseCase("500 calories"),
        PhraseCase("ran and burned 250 kcal then ate 400 kcal", "ACTIVE_ENERGY 250 KCAL 2026-07-01T09:30:00+02:00"),
    ]

    @Test("distances are read where somebody moved", arguments: distances)
    func distancesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let distances: [PhraseCase] = [
        PhraseCase("ran 5k", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran 5 k", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("5k run", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked 3.2 km", "DISTANCE 3.2 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("cycled 20 miles", "DISTANCE 20 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("swam 800 m", "DISTANCE 0.8 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran 400 metres", "DISTANCE 0.4 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("rode my bike 12 miles", "DISTANCE 12 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked half a mile", "DISTANCE 0.5 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked a mile and a half", "DISTANCE 1.5 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran 5 1/2 miles", "DISTANCE 5.5 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("five and a half km", "DISTANCE 5.5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran a half marathon", "DISTANCE 21.0975 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran my first marathon", "DISTANCE 42.195 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("finished a marathon", "DISTANCE 42.195 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "I ran 2.5km, walked 500 m and swam 200m",
            "DISTANCE 2.5 KM 2026-07-01T09:30:00+02:00",
            "DISTANCE 0.5 KM 2026-07-01T09:30:00+02:00",
            "DISTANCE 0.2 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("5 km", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran for 30 minutes"),
        PhraseCase("ran 10k in 52:30", "DISTANCE 10 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran 5 m"),
        PhraseCase("5 k"),
        PhraseCase("5 km/h on the treadmill"),
        PhraseCase("average pace 5:30 per km"),
        PhraseCase("drove 30 km"),
        PhraseCase("it's 30 km to Berlin"),
        PhraseCase("the trail is 5 km long"),
        PhraseCase("felt dizzy at 7 km", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("half marathon"),
    ]

    @Test(
        "a comma before exactly three digits groups thousands, and any other one is a decimal comma", arguments: commas)
    func commasRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let commas: [PhraseCase] = [
        PhraseCase("weight 72,3 kg", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("weight 72,35 kg", "WEIGHT 72.35 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked 3,000 steps", "STEPS 3000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked 12,345 steps", "STEPS 12345 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked 1,5 km", "DISTANCE 1.5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked 0,500 km", "DISTANCE 0.5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked 1,234.5 steps", "STEPS 1234.5 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked .5 km", "DISTANCE 0.5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked 1.234,5 km"),
    ]

    @Test("number words are read up to the thousands", arguments: numberWords)
    func numberWordsRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let numberWords: [PhraseCase] = [
        PhraseCase("weight seventy-two kilos", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("weight seventy-two point three", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("a hundred and five kilos", "WEIGHT 105 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("one hundred and sixty pounds", "WEIGHT 160 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("scale showed one hundred and five point two kilos", "WEIGHT 105.2 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "pulse sixty two and weight seventy two",
            "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00",
            "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("ten thousand steps", "STEPS 10000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran two and a half miles", "DISTANCE 2.5 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("one sixty pounds"),
        PhraseCase("weight five ten kg"),
    ]

    @Test("numbers that are none, or more than one, are left out", arguments: noNumbers)
    func noNumbersRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let noNumbers: [PhraseCase] = [
        PhraseCase("-5 kg"),
        PhraseCase("weight -72"),
        PhraseCase("+72 kg"),
        PhraseCase("5-6 km"),
        PhraseCase("walked 5 to 6 km"),
        PhraseCase("weight 72 to 73 kg"),
        PhraseCase("1e999 kg"),
        PhraseCase("weight 70½ kg"),
        PhraseCase("weight 7² kg"),
        PhraseCase("72"),
        PhraseCase("72.3.1 kg"),
    ]
}
