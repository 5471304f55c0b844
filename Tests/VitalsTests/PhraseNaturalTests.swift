import TestSupport
import Testing
import Vitals

@Suite("The phrase parser: as people talk")
struct PhraseNaturalTests {
    @Test("phrases that somebody might dictate are read as meant", arguments: dictated)
    func dictatedRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let dictated: [PhraseCase] = [
        PhraseCase(
            "Went for a 6 km run at 7 this morning and my heart rate hit 165.",
            "DISTANCE 6 KM 2026-07-01T07:00:00+02:00",
            "HEART_RATE 165 BPM 2026-07-01T07:00:00+02:00"),
        PhraseCase("Hey, I weighed 81.4 kilos this morning.", "WEIGHT 81.4 KG 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "I've had a headache since lunch, about a 6 out of 10.",
            "SYMPTOM 6 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase("Walked to the shops and back, about two miles.", "DISTANCE 2 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("Did 12,345 steps yesterday!", "STEPS 12345 COUNT 2026-06-30T12:00:00+02:00"),
        PhraseCase("My resting heart rate is 54 today.", "HEART_RATE 54 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "Feeling really tired and a bit nauseous.",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fatigue",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 nausea"),
        PhraseCase(
            "Woke up with a splitting headache, took paracetamol, it's gone now.",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase(
            "Cycled 32 km on Sunday and burned 800 kcal.",
            "DISTANCE 32 KM 2026-06-28T12:00:00+02:00",
            "ACTIVE_ENERGY 800 KCAL 2026-06-28T12:00:00+02:00"),
        PhraseCase("Weight today 165 lbs, down from 168.", "WEIGHT 165 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("I think I have a fever.", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fever"),
        PhraseCase(
            "Had some chest pain last night around 10, severity 3.",
            "SYMPTOM 3 COUNT 2026-06-30T22:00:00+02:00 chest pain"),
        PhraseCase("Swam forty lengths, 1 km in total.", "DISTANCE 1 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Ran my first marathon on Sunday!", "DISTANCE 42.195 KM 2026-06-28T12:00:00+02:00"),
        PhraseCase("I'm 11 stone 6 this morning.", "WEIGHT 160 LB 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "Slept badly, felt anxious all day.",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 insomnia",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 anxiety"),
        PhraseCase(
            "Steps 7.2k, distance 5.3 km, calories burned 410.",
            "STEPS 7200 COUNT 2026-07-01T09:30:00+02:00",
            "DISTANCE 5.3 KM 2026-07-01T09:30:00+02:00",
            "ACTIVE_ENERGY 410 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("No dizziness today, pulse 64.", "HEART_RATE 64 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Pulse was 72 before the run and 148 after.", "HEART_RATE 72 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "Mum's blood pressure was high but mine was fine, pulse 70.",
            "HEART_RATE 70 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "Yesterday evening I felt short of breath after walking 3 km.",
            "SYMPTOM 1 COUNT 2026-06-30T20:00:00+02:00 short of breath",
            "DISTANCE 3 KM 2026-06-30T20:00:00+02:00"),
        PhraseCase(
            "Back pain is 5/10 this morning, was 7/10 last night.",
            "SYMPTOM 5 COUNT 2026-07-01T08:00:00+02:00 back pain",
            "SYMPTOM 7 COUNT 2026-06-30T22:00:00+02:00 back pain"),
        PhraseCase(
            "I ran 3 miles, then walked 1 mile.",
            "DISTANCE 3 MI 2026-07-01T09:30:00+02:00",
            "DISTANCE 1 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran five k this morning", "DISTANCE 5 KM 2026-07-01T08:00:00+02:00"),
        PhraseCase("I haven't run since Monday."),
        PhraseCase("It's 7:15 and I weigh 70.2 kg", "WEIGHT 70.2 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "at 6am weight 70.2 kg, at 7am ran 5k, at 8am pulse 90",
            "WEIGHT 70.2 KG 2026-07-01T06:00:00+02:00",
            "DISTANCE 5 KM 2026-07-01T07:00:00+02:00",
            "HEART_RATE 90 BPM 2026-07-01T08:00:00+02:00"),
        PhraseCase("Did 20 minutes of yoga and walked 4000 steps", "STEPS 4000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("I feel great, no pain, 71 kg", "WEIGHT 71 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("Lost another kilo, now at 84.5 kg", "WEIGHT 84.5 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("Hope to hit 10000 steps tonight, at 6500 now"),
        PhraseCase("burnt 2,100 kJ on the bike", "ACTIVE_ENERGY 501.9 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("Doctor measured my weight at 92 kg yesterday at 3 pm", "WEIGHT 92 KG 2026-06-30T15:00:00+02:00"),
        PhraseCase(
            "Just finished a 10 mile bike ride, heart rate 132",
            "DISTANCE 10 MI 2026-07-01T09:30:00+02:00",
            "HEART_RATE 132 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Rode 18.6 miles in 1 hour 10", "DISTANCE 18.6 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("My period cramps are an 8/10 today", "SYMPTOM 8 COUNT 2026-07-01T09:30:00+02:00 period pain"),
        PhraseCase(
            "coughing all night, sore throat this morning and a runny nose",
            "SYMPTOM 1 COUNT 2026-06-30T22:00:00+02:00 cough",
            "SYMPTOM 1 COUNT 2026-07-01T08:00:00+02:00 sore throat",
            "SYMPTOM 1 COUNT 2026-07-01T08:00:00+02:00 runny nose"),
        PhraseCase("ran 5 km with Anna, she ran 6 km", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
    ]

    @Test("so are those of a second reading", arguments: dictatedLater)
    func dictatedLaterRead(phrase: PhraseCase) {
        expect(phrase.read(), equals: phrase.expected)
    }

    private static let dictatedLater: [PhraseCase] = [
        PhraseCase("I should have run 5 km but only walked 2"),
        PhraseCase("weight seventy two kilos", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("heart rate sixty two", "HEART_RATE 62 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("about 9 thousand steps so far today", "STEPS 9000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("walked the dogs for 2 km before work", "DISTANCE 2 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Took my dog for a 2 km walk", "DISTANCE 2 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Headache again, same as yesterday, 4/10", "SYMPTOM 4 COUNT 2026-07-01T09:30:00+02:00 headache"),
        PhraseCase(
            "3 days ago my weight was 73 kg, yesterday 72.5 kg, today 72 kg",
            "WEIGHT 73 KG 2026-06-28T12:00:00+02:00",
            "WEIGHT 72.5 KG 2026-06-30T12:00:00+02:00",
            "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("ate 2 eggs, 180 calories, then ran 3k", "DISTANCE 3 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("one hundred and sixty pounds", "WEIGHT 160 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase("one sixty pounds"),
        PhraseCase("a hundred and five kilos", "WEIGHT 105 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("scale showed one hundred and five point two kilos", "WEIGHT 105.2 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("ran 5k at half past six yesterday evening", "DISTANCE 5 KM 2026-06-30T18:30:00+02:00"),
        PhraseCase("migraine at 3 in the afternoon yesterday", "SYMPTOM 1 COUNT 2026-06-30T15:00:00+02:00 migraine"),
        PhraseCase("pulse 58 when I woke up at 6:45", "HEART_RATE 58 BPM 2026-07-01T06:45:00+02:00"),
        PhraseCase("Felt palpitations twenty minutes ago", "SYMPTOM 1 COUNT 2026-07-01T09:10:00+02:00 palpitations"),
        PhraseCase("dizzy 2 hrs ago", "SYMPTOM 1 COUNT 2026-07-01T07:30:00+02:00 dizzy"),
        PhraseCase(
            "I ran 2.5km, walked 500 m and swam 200m",
            "DISTANCE 2.5 KM 2026-07-01T09:30:00+02:00",
            "DISTANCE 0.5 KM 2026-07-01T09:30:00+02:00",
            "DISTANCE 0.2 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Nausea all morning", "SYMPTOM 1 COUNT 2026-07-01T08:00:00+02:00 nausea"),
        PhraseCase("felt fine, ran 8k last Tuesday", "DISTANCE 8 KM 2026-06-30T12:00:00+02:00"),
        PhraseCase("my 5k time was 25:30"),
        PhraseCase("the recipe needs 2 pounds of flour"),
        PhraseCase("baby weighs 7 lbs 4 oz"),
        PhraseCase("I'd like to run 10k next month"),
        PhraseCase("Is a pulse of 62 normal?"),
        PhraseCase("I weigh 72.3 kg, is that ok?", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("Can you log 8500 steps for yesterday", "STEPS 8500 COUNT 2026-06-30T12:00:00+02:00"),
        PhraseCase("please add weight 72.3 kg", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("Log my weight: 72.3", "WEIGHT 72.3 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("can't stop sneezing", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 sneezing"),
        PhraseCase(
            "knees are sore after the 10k run on Saturday",
            "SYMPTOM 1 COUNT 2026-06-27T12:00:00+02:00 knee pain",
            "DISTANCE 10 KM 2026-06-27T12:00:00+02:00"),
        PhraseCase("Morning weigh-in 72.3", "WEIGHT 72.3 KG 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "This morning's weight was 71.8 kilos and I slept terribly",
            "WEIGHT 71.8 KG 2026-07-01T08:00:00+02:00",
            "SYMPTOM 1 COUNT 2026-07-01T08:00:00+02:00 insomnia"),
        PhraseCase("72.4kg today, 0.3 down from yesterday", "WEIGHT 72.4 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("I'm down 2 pounds, now 158"),
        PhraseCase("Weight: 158 lb at 7:15 am", "WEIGHT 158 LB 2026-07-01T07:15:00+02:00"),
        PhraseCase("my weight is one hundred fifty eight pounds", "WEIGHT 158 LB 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "walked five thousand steps and ran two miles",
            "STEPS 5000 COUNT 2026-07-01T09:30:00+02:00",
            "DISTANCE 2 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("did a 5k in 24 minutes", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("5k done, heart rate 155 at the end", "HEART_RATE 155 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "Ran 10 kilometers last night, knee pain afterwards",
            "DISTANCE 10 KM 2026-06-30T22:00:00+02:00",
            "SYMPTOM 1 COUNT 2026-06-30T22:00:00+02:00 knee pain"),
        PhraseCase("cycling 25 km, 600 kcal", "DISTANCE 25 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Gym session 45 minutes, 350 calories burned", "ACTIVE_ENERGY 350 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "Apple Watch says 520 active calories and 9,876 steps",
            "ACTIVE_ENERGY 520 KCAL 2026-07-01T09:30:00+02:00",
            "STEPS 9876 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("Heart rate while sleeping 48", "HEART_RATE 48 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("heart rate variability 45"),
        PhraseCase("blood pressure 130 over 85, pulse 72", "HEART_RATE 72 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "pulse is 80 and I feel anxious",
            "HEART_RATE 80 BPM 2026-07-01T09:30:00+02:00",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 anxiety"),
        PhraseCase("took 2 aspirin at 6 for the headache", "SYMPTOM 1 COUNT 2026-07-01T06:00:00+02:00 headache"),
        PhraseCase(
            "headache started at 5 pm yesterday, gone by 9",
            "SYMPTOM 1 COUNT 2026-06-30T17:00:00+02:00 headache"),
        PhraseCase("Headache since 2 pm", "SYMPTOM 1 COUNT 2026-06-30T14:00:00+02:00 headache"),
        PhraseCase("sore throat, no fever", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 sore throat"),
        PhraseCase("no fever today, still coughing", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 cough"),
        PhraseCase("I don't feel dizzy anymore"),
        PhraseCase(
            "didn't sleep well, tired, weight 70.1",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 insomnia",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 fatigue",
            "WEIGHT 70.1 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("my son has a fever of 39"),
        PhraseCase("kids were sick, I'm fine, 71 kg", "WEIGHT 71 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("My dad ran 10k and I cycled 30"),
        PhraseCase("I need to drink more water, weight 72 kg", "WEIGHT 72 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase("It was 35 degrees, walked 3 km", "DISTANCE 3 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Walked 20 minutes, 1.5 miles", "DISTANCE 1.5 MI 2026-07-01T09:30:00+02:00"),
        PhraseCase("Climbed 300 steps at the tower", "STEPS 300 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "Ate too much, stomach ache since last night",
            "SYMPTOM 1 COUNT 2026-06-30T22:00:00+02:00 stomach ache"),
        PhraseCase("weight is the same as yesterday"),
        PhraseCase("Weighed myself twice: 72.3 and 72.5 kg", "WEIGHT 72.5 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "Ran 3 km on Monday and 5 km on Tuesday",
            "DISTANCE 3 KM 2026-06-29T12:00:00+02:00",
            "DISTANCE 5 KM 2026-06-30T12:00:00+02:00"),
        PhraseCase(
            "on Tuesday I ran 5 km and on Thursday 7 km",
            "DISTANCE 5 KM 2026-06-30T12:00:00+02:00",
            "DISTANCE 7 KM 2026-06-25T12:00:00+02:00"),
        PhraseCase(
            "Tuesday: 5k run. Thursday: 7k run.",
            "DISTANCE 5 KM 2026-06-30T12:00:00+02:00",
            "DISTANCE 7 KM 2026-06-25T12:00:00+02:00"),
        PhraseCase("two nights ago I had cramps"),
        PhraseCase(
            "felt faint at the gym, heart was racing at 170 bpm",
            "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 dizzy",
            "HEART_RATE 170 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "run 6k, 30 min, avg hr 150",
            "DISTANCE 6 KM 2026-07-01T09:30:00+02:00",
            "HEART_RATE 150 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("hr avg 150 max 175", "HEART_RATE 150 BPM 2026-07-01T09:30:00+02:00"),
        PhraseCase("Swam 1500m this morning, 40 lengths", "DISTANCE 1.5 KM 2026-07-01T08:00:00+02:00"),
        PhraseCase(
            "Woke up at 3am with heartburn and again at 5",
            "SYMPTOM 1 COUNT 2026-07-01T03:00:00+02:00 heartburn"),
        PhraseCase("yesterday's run was 8 km", "DISTANCE 8 KM 2026-06-30T12:00:00+02:00"),
        PhraseCase("burned off 200 calories on the treadmill", "ACTIVE_ENERGY 200 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("I think I burned about 500 calories running", "ACTIVE_ENERGY 500 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("a 600 calorie workout", "ACTIVE_ENERGY 600 KCAL 2026-07-01T09:30:00+02:00"),
        PhraseCase("300 calorie burger and a 5k walk", "DISTANCE 5 KM 2026-07-01T09:30:00+02:00"),
        PhraseCase("weight 72,5", "WEIGHT 72.5 KG 2026-07-01T09:30:00+02:00"),
        PhraseCase(
            "weight 72. Pulse 60. Steps 8000.",
            "WEIGHT 72 KG 2026-07-01T09:30:00+02:00",
            "HEART_RATE 60 BPM 2026-07-01T09:30:00+02:00",
            "STEPS 8000 COUNT 2026-07-01T09:30:00+02:00"),
        PhraseCase("my migraine is at a 7 today", "SYMPTOM 1 COUNT 2026-07-01T09:30:00+02:00 migraine"),
        PhraseCase("back pain around 4 out of 10", "SYMPTOM 4 COUNT 2026-07-01T09:30:00+02:00 back pain"),
    ]
}
