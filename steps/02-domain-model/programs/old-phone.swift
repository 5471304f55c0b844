import Vitals

// A newer build sent this: a kind, a unit and members that yours has never seen, in no order, with an offset.
let received =
    #"{"version":7,"mood":"tired","kind":"GRIP","label":null,"unit":"N","value":4.10e2,"#
    + #""updatedAt":"2026-06-20T09:30:00.1259+02:00","recordedAt":"2026-06-20T07:30:00.000Z","#
    + #""id":"0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"}"#
let record = try Vitals.Measurement(json: JSONValue(parsing: received))
print("sent on:", record.json)

// Somebody corrects the value, on a phone whose clock is an hour slow.
var corrected = record
corrected.value = 412
let anHourAgo = Timestamp(clamping: record.updatedAt.millisecondsSinceEpoch - 3_600_000)
print("edited: ", try corrected.bumpVersion(now: anHourAgo).json)

// One word to the eye, spelled with one scalar and with two.
let (composed, decomposed) = ("CAF\u{C9}", "CAFE\u{301}")
print(composed, "and", decomposed, "as texts:", composed == decomposed ? "equal" : "different")
let areOneKind = MetricKind(rawValue: composed) == MetricKind(rawValue: decomposed)
print(composed, "and", decomposed, "as kinds:", areOneKind ? "equal" : "different")
