import Vitals

// What people type, right or wrong.
let now = Timestamp(clamping: 1_781_940_600_000)
let entries: [(kind: MetricKind, value: Double, unit: MetricUnit)] = [
    (.weight, 159.5, .pounds), (.distance, 26.2, .miles), (.weight, 723, .kilograms), (.weight, 7_230, .kilograms),
    (.steps, 0.5, .count), (.heartRate, 62, .pounds), (.weight, .nan, .kilograms),
    (MetricKind(rawValue: "GRIP"), 3, .count),
]
for entry in entries {
    let typed = "\(entry.kind.rawValue) \(entry.value) \(entry.unit.rawValue)"
    do {
        let record = try Vitals.Measurement.create(
            kind: entry.kind, value: entry.value, unit: entry.unit, recordedAt: now, now: now)
        print(typed, "is stored as", record.value, record.unit.rawValue)
    } catch {
        print(typed, "is refused:", (error as? MeasurementError)?.code.rawValue ?? "")
        print("   ", error)
    }
}
