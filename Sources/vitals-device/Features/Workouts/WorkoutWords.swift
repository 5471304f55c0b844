import ArgumentParser
import Foundation
import Vitals
import VitalsEntities
import VitalsWorkouts

extension Device {
    /// The one workout that a person means by its id, or the beginning of it.
    func workout(_ word: String) throws -> Workout {
        let id = try entities.find(Workout.type, word).id
        guard let workout = try workouts.workout(id) else { throw PhoneError("The workout is gone.") }
        return workout
    }
}

extension Workout {
    var displayID: String { String(id.lowercased.prefix(8)) }

    /// The activity on one line, cut to 60 characters.
    var displayTitle: String { title.printable }

    var displayStart: String { start?.clockText ?? "?" }

    var displayMinutes: String { minutes.map(WorkoutWords.duration) ?? "?" }

    var displayDistance: String { distance.map { "\(WorkoutWords.number($0, 2)) km" } ?? "" }

    var displayEnergy: String { energy.map { "\(WorkoutWords.number($0, 0)) kcal" } ?? "" }

    var displayState: String { waits ? "not synced yet" : "synced" }
}

/// Numbers as a person reads them.
enum WorkoutWords {
    static func number(_ value: Double, _ digits: Int) -> String {
        let scale = [1.0, 10, 100, 1_000][digits]
        return CanonicalJSON.number((value * scale).rounded() / scale)
    }

    /// `35 min`, `1 h 5 min`, or `40 s` for what is shorter than a minute.
    static func duration(_ minutes: Double) -> String {
        guard minutes.isFinite, minutes >= 0, minutes < 1_000_000 else { return "?" }
        guard minutes >= 1 else { return "\(Int((minutes * 60).rounded())) s" }
        let whole = Int(minutes.rounded())
        return whole < 60 ? "\(whole) min" : "\(whole / 60) h \(whole % 60) min"
    }

    /// `52 kg`, `128 to 171`: what is known of a least and a greatest number.
    static func span(_ least: Double?, _ greatest: Double?) -> String? {
        let numbers = [least, greatest].compactMap(\.self).map { number($0, 0) }
        guard let first = numbers.first else { return nil }
        return numbers.count == 2 && numbers[1] != first ? "\(first) to \(numbers[1])" : first
    }
}

extension Timestamp {
    /// `2026-05-06 07:30`, by this machine's clock.
    var clockText: String {
        let seconds = Int(flooredToSecond.millisecondsSinceEpoch / 1_000)
        let local = seconds + TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        let clock = Timestamp(clamping: Int64(local) * 1_000).rfc3339
        return "\(clock.prefix(10)) \(clock.dropFirst(11).prefix(5))"
    }
}

extension HeartRateBand {
    /// `128 to 171 a minute, 152 on average`.
    var words: String {
        let span = WorkoutWords.span(minimum, maximum).map { "\($0) a minute" }
        let mean = average.map { "\(WorkoutWords.number($0, 0)) on average" }
        return [span, mean].compactMap(\.self).joined(separator: ", ")
    }

    /// A line for each bucket: its rates, its time, and a bar of at most 30 characters.
    var lines: [String] {
        let most = buckets.map(\.seconds).max() ?? 0
        guard most > 0 else { return [] }
        return buckets.map { bucket in
            let bar = String(repeating: "#", count: Int((bucket.seconds / most * 30).rounded()))
            let rates = "\(bucket.lower)–\(bucket.upper - 1)".padding(toLength: 9, withPad: " ", startingAt: 0)
            let time = WorkoutWords.duration(bucket.seconds / 60).padding(toLength: 12, withPad: " ", startingAt: 0)
            return "\(rates)\(bar.isEmpty ? time.trimmingCharacters(in: .whitespaces) : time + bar)"
        }
    }

    var json: JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
        return .object([
            .init("minimum", number(minimum)), .init("average", number(average)), .init("maximum", number(maximum)),
            .init(
                "buckets",
                .array(
                    buckets.map { bucket in
                        .object([
                            .init("from", .count(bucket.lower)), .init("to", .count(bucket.upper)),
                            .init("seconds", .number(bucket.seconds)),
                        ])
                    })),
        ])
    }
}

extension JSONValue {
    static func workout(_ workout: Workout, _ more: [JSONValue.Member] = []) -> JSONValue {
        .object(
            [
                .init("id", .string(workout.id.lowercased)), .init("fields", FieldMap.nested(workout.fields)),
                .init("dirty", .bool(workout.waits)),
            ] + more)
    }
}

/// Runs `body`; says a refused workout in a sentence.
func checkingWorkout<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as WorkoutInvalid {
        throw PhoneError(error.detail)
    }
}

extension WorkoutActivity: ExpressibleByArgument {}

/// A day or a moment on a command line: `2026-05-06`, which begins at this machine's midnight, or RFC 3339.
struct Moment: ExpressibleByArgument {
    let time: Timestamp

    init?(argument: String) {
        if let time = Timestamp(rfc3339: argument) {
            self.time = time
            return
        }
        guard argument.utf8.count == 10, let midnight = Timestamp(rfc3339: "\(argument)T00:00:00Z") else { return nil }
        // The offset of the day's noon is that of its midnight, but for a day on which clocks change.
        var seconds = Double(midnight.millisecondsSinceEpoch) / 1_000
        for _ in 0..<2 {
            let offset = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
            seconds = Double(midnight.millisecondsSinceEpoch) / 1_000 - Double(offset)
        }
        time = Timestamp(clamping: Int64(seconds * 1_000))
    }
}
