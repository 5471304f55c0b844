// A diary in the file diary.sqlite, on your own store:
//   run diary add weight 72.4      in the kind's own unit: kg, steps, bpm, kcal, km
//   run diary correct 71.9         the newest entry
//   run diary                      all of them, the newest first
import Foundation
import Vitals

struct Wrong: Error { let message: String }

func number(_ text: String?) throws -> Double {
    guard let text, let number = Double(text) else { throw Wrong(message: "Give a number, such as 72.4.") }
    return number
}

let store = try MeasurementStore(path: "diary.sqlite")
var words = Array(CommandLine.arguments.dropFirst())

do {
    switch words.isEmpty ? "list" : words.removeFirst() {
    case "add":
        let kind = MetricKind(rawValue: words.first?.uppercased() ?? "")
        guard let unit = kind.canonicalUnit else {
            let known = MetricKind.known.map { $0.rawValue.lowercased() }.joined(separator: ", ")
            throw Wrong(message: "Give a kind: \(known).")
        }
        try store.add(kind: kind, value: number(words.dropFirst().first), unit: unit)
    case "correct":
        guard let newest = try store.list().first?.measurement else { throw Wrong(message: "Nothing is in it yet.") }
        try store.edit(newest.id, value: number(words.first))
    case "list": break
    default: throw Wrong(message: "Say add, correct or list.")
    }
    for row in try store.list() {
        let entry = row.measurement
        let (kind, unit) = (entry.kind.rawValue.lowercased(), entry.unit.rawValue.lowercased())
        print("\(entry.recordedAt.rfc3339)  \(kind)  \(entry.value) \(unit)  version \(entry.version)")
    }
} catch let wrong as Wrong {
    print(wrong.message)
} catch let error as MeasurementError {
    print(error.detail)
}
