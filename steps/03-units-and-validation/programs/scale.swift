import Vitals

// A scale shows pounds to the tenth. Does the same number come back when the store's kilograms are shown in pounds?
func shown(_ kilograms: Double) -> Double { (kilograms / MetricUnit.kilogramsPerPound * 10).rounded() / 10 }

let now = Timestamp(clamping: 1_781_940_600_000)
var (lost, lostWhenRounded) = (0, 0)
var first: String?
for tenths in 1_000...3_000 {
    let typed = Double(tenths) / 10
    let record = try Vitals.Measurement.create(kind: .weight, value: typed, unit: .pounds, recordedAt: now, now: now)
    if shown(record.value) != typed { lost += 1 }

    let rounded = (record.value * 10).rounded() / 10
    if shown(rounded) != typed {
        lostWhenRounded += 1
        first = first ?? "\(typed) lb, kept as \(rounded) kg, are \(shown(rounded)) lb the next time."
    }
}
print("Of 2001 weights, \(lost) come back as another one.")
print("Rounded to a tenth of a kilogram, \(lostWhenRounded) do.", first ?? "")
