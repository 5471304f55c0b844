import TestSupport
import Testing
import Vitals

@Suite("The phrase parser: symptoms")
struct PhraseSymptomTests {
    @Test("a symptom is read under one name, whichever word was said", arguments: names)
    func namesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let names: [PhraseCase] = [
        PhraseCase("dizzy", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("felt 'dizzy'", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("felt a bit lightheaded", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("dizziness", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy"),
        PhraseCase("headaches", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("my head hurts", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("migraine", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 migraine"),
        PhraseCase("nauseous", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 nausea"),
        PhraseCase("felt sick", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 nausea"),
        PhraseCase("threw up", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 vomiting"),
        PhraseCase("so tired", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fatigue"),
        PhraseCase("exhausted", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fatigue"),
        PhraseCase("coughing all day", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 cough"),
        PhraseCase("dry cough", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 cough"),
        PhraseCase("fever 38.5", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fever"),
        PhraseCase("sore throat", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 sore throat"),
        PhraseCase("my throat hurts", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 sore throat"),
        PhraseCase("back pain", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 back pain"),
        PhraseCase("my back hurts", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 back pain"),
        PhraseCase("sore knees", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 knee pain"),
        PhraseCase("pain in my left knee", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 pain"),
        PhraseCase("stomach ache", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 stomach ache"),
        PhraseCase("tummy hurts", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 stomach ache"),
        PhraseCase("chest pain", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 chest pain"),
        PhraseCase("short of breath", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 short of breath"),
        PhraseCase("couldn't sleep", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 insomnia"),
        PhraseCase("slept badly", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 insomnia"),
        PhraseCase("anxious", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 anxiety"),
        PhraseCase("cramps", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 cramps"),
        PhraseCase("palpitations", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 palpitations"),
        PhraseCase("runny nose", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 runny nose"),
        PhraseCase("blocked nose", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 stuffy nose"),
        PhraseCase("can't stop sneezing", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 sneezing"),
        PhraseCase("no appetite", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 loss of appetite"),
        PhraseCase(
            "I have a cold and a cough",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 cold",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 cough"),
        PhraseCase("period pain", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 period pain"),
        PhraseCase("my legs felt tired", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fatigue"),
    ]

    @Test("only a number says how strong a symptom was", arguments: severities)
    func severitiesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let severities: [PhraseCase] = [
        PhraseCase("headache 7/10", "SYMPTOM 7 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("headache, 7/10", "SYMPTOM 7 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("7/10 headache", "SYMPTOM 7 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("pain 6 out of 10", "SYMPTOM 6 COUNT 2026-07-01T09:30:00+02:00 pain"),
        PhraseCase("migraine 8 out of 10 yesterday afternoon", "SYMPTOM 8 COUNT 2026-06-30T15:00:00+02:00 migraine"),
        PhraseCase("headache with a severity of 4", "SYMPTOM 4 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("chest pain, severity 3", "SYMPTOM 3 COUNT 2026-07-01T09:30:00+02:00 chest pain"),
        PhraseCase("pain level 5 headache", "SYMPTOM 5 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("headache 0/10", "SYMPTOM 0 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("headache 2.5/10", "SYMPTOM 2.5 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase(
            "headache 3/10 and nausea 5/10",
            "SYMPTOM 3 COUNT 2026-07-01T09:30:00+02:00 headache",
            "SYMPTOM 5 COUNT 2026-07-01T09:30:00+02:00 nausea"),
        PhraseCase("slight headache", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("terrible headache", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("headache 7", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("headache 12/10", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("headache 3/4", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("headache, mood 7/10", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase(
            "Back pain is 5/10 this morning, was 7/10 last night.",
            "SYMPTOM 5 COUNT 2026-07-01T08:00:00+02:00 back pain",
            "SYMPTOM 7 COUNT 2026-06-30T22:00:00+02:00 back pain"),
    ]

    @Test("words that only look like symptoms are left out", arguments: lookalikes)
    func lookalikesRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let lookalikes: [PhraseCase] = [
        PhraseCase("tired of this"),
        PhraseCase("sick of running"),
        PhraseCase("cough syrup"),
        PhraseCase("stress test"),
        PhraseCase("headache pills"),
        PhraseCase("fever-free"),
        PhraseCase("stress-free day"),
        PhraseCase("weight 72, blood sugar 5.4", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
    ]
}
