import StepSupport
import Vitals

/// A symptom that another build wrote, with members that this one has never heard of. You correct its name.
func story() {
    var record = Records.weight(4)
    (record.kind, record.unit) = (MetricKind(rawValue: "SYMPTOM"), .count)
    record.extra = UnknownMembers(members: [
        .init("label", .string("dizy")), .init("device", .string("ring")), .init("pain", .bool(false)),
    ])
    print("before: \(record.extra.text)")
    let corrected = record.labelled("dizzy")
    print("after:  \(corrected.extra.text)")
    print("members: \(record.extra.members.count) before, \(corrected.extra.members.count) after")
}

story()
