import TestSupport
import Testing
import Vitals

@Suite("The phrase parser: what was not measured")
struct PhraseScopeTests {
    @Test("what is denied is left out, and only that", arguments: denied)
    func deniedRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let denied: [PhraseCase] = [
        PhraseCase("no headache"),
        PhraseCase("no headache, fever or cough"),
        PhraseCase("no headache and felt dizzy", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("no headache but felt dizzy", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("no headache, weight 72", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("no headache weight 72 kg", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("not dizzy today but tired", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fatigue"),
        PhraseCase("without a headache, ran 5k", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("neither headache nor fever"),
        PhraseCase("I never have headaches"),
        PhraseCase("didn't run 5k"),
        PhraseCase("I didn't run 5k, I walked 3k", "DISTANCE 3 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("I didn't run 5k or walk 3k"),
        PhraseCase("I haven't run 5k today"),
        PhraseCase("no 5k today"),
        PhraseCase("no run today, 3000 steps", "STEPS 3000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("my headache is gone, weight 72.3", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("no more headaches, weight 72", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "not only a headache but also nausea",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 nausea"),
        PhraseCase("skipped my 5k run"),
    ]

    @Test("wishes, goals, plans and habits are left out", arguments: wishes)
    func wishesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let wishes: [PhraseCase] = [
        PhraseCase("want to weigh 70 kg"),
        PhraseCase("I want to weigh 70 kg but I weigh 72", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("my goal is 10000 steps"),
        PhraseCase("goal weight 70 kg"),
        PhraseCase("weight goal: 70 kg, weight: 72 kg", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("need to lose 5 kg"),
        PhraseCase("hope to hit 10000 steps"),
        PhraseCase("I should have run 5 km but only walked 2 km", "DISTANCE 2 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("will run 5k"),
        PhraseCase("going to run 5k"),
        PhraseCase("planning to run 5k, walk 3k"),
        PhraseCase("ran 5k, want to run 10k", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("training for a marathon"),
        PhraseCase("I always run 5k"),
        PhraseCase("10000 steps a day"),
        PhraseCase("used to weigh 80 kg"),
        PhraseCase("maybe a fever"),
        PhraseCase("when I run 5k I get dizzy"),
    ]

    @Test("conditions and questions are left out", arguments: questions)
    func questionsRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let questions: [PhraseCase] = [
        PhraseCase("if I run 5k I get tired"),
        PhraseCase("I get tired if I run 5k"),
        PhraseCase("if it rains, ran 5k, weight 72"),
        PhraseCase("should I run 5 km?"),
        PhraseCase("do I have a fever, or a cough?"),
        PhraseCase("is a pulse of 62 normal?"),
        PhraseCase(
            "ran 5k, felt dizzy, should I worry?",
            "DISTANCE 5 KM 2026-07-01T09:30:00+02:00",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("I weigh 72.3 kg, is that ok?", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("how many steps is 5 km"),
        PhraseCase("will it rain? Ran 5k.", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
    ]

    @Test("other people are left out, unless they only came along", arguments: others)
    func othersRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let others: [PhraseCase] = [
        PhraseCase("my wife weighs 60 kg"),
        PhraseCase("mom has a fever"),
        PhraseCase("the dog ran 5 km"),
        PhraseCase("Tom has a fever"),
        PhraseCase("Anna ran 5 km"),
        PhraseCase("Anna's weight is 60 kg"),
        PhraseCase("she ran 5k"),
        PhraseCase("my wife weighs 60 kg, has a fever"),
        PhraseCase("my weight is 72 and my wife's is 60", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("he ran 5k and I ran 3k", "DISTANCE 3 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("my doctor says my pulse is 62", "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran 5k with my wife", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked the dog 3 km", "DISTANCE 3 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("took my dog for a 2 km walk", "DISTANCE 2 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("my wife and I walked 3 km", "DISTANCE 3 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Mom is ill. I ran 5k.", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
    ]

    @Test("a change, a load, a price and an amount are not weights", arguments: notWeights)
    func notWeightsRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let notWeights: [PhraseCase] = [
        PhraseCase("lost 2 kg"),
        PhraseCase("gained 2 lbs"),
        PhraseCase("2 kg less"),
        PhraseCase("lost 3 kg, now I weigh 78", "WEIGHT 78 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("60 kg squat"),
        PhraseCase("bench press 60 kg"),
        PhraseCase("deadlift 3 sets, 100 kg"),
        PhraseCase("squats 3x10 60 kg, weight 72 kg", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("lifted 50 kg and 60 kg"),
        PhraseCase("5 pounds for lunch"),
        PhraseCase("paid 50 pounds"),
        PhraseCase("for my weight I paid 150 pounds"),
        PhraseCase("£50"),
        PhraseCase("bought 25 kg of potatoes"),
        PhraseCase("60 kg of sand"),
        PhraseCase("2 kg"),
        PhraseCase("5 pounds"),
        PhraseCase("suitcase 23 kg"),
        PhraseCase("ran 5k with 20 kg", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("I'm 40 years old"),
        PhraseCase("183 cm"),
    ]
}
