internal import Foundation

/// Five years of made-up health data: a ring's feed, and an export in which a watch and a phone record the same runs.
struct DemoHealth: Sendable {
    static let days = 5 * 365

    /// Today at noon, in UTC.
    private let noon: Date
    /// The lines of the feed: a resting heart rate each morning, and the minutes of exercise.
    let feed: String
    /// The `export.xml`.
    let export: String
    let readingCount: Int
    /// The number of different runs.
    let runCount: Int

    init() {
        let noon = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400 + 43_200)
        self.noon = noon
        readingCount = 2 * Self.days
        feed = (0..<Self.days).reversed().map { day in
            let start = noon.addingTimeInterval(-Double(day) * 86_400 - 20_000)
            return Self.line(2 * day, "RESTING_HEART_RATE", 50 + day % 9, "count/min", start)
                + Self.line(2 * day + 1, "EXERCISE_TIME", 20 + day % 40, "min", start.addingTimeInterval(600))
        }.joined()
        let runs = (0..<Self.days / 7).map { noon.addingTimeInterval(-Double($0) * 7 * 86_400 - 36_000) }
        runCount = runs.count
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n"
        xml += " <ExportDate value=\"\(Self.date(noon, 0))\"/>\n"
        for (week, run) in runs.enumerated() {
            // Half of the year the runner lives in New York.
            let offset = week % 52 < 26 ? 1 : -5
            xml +=
                Self.workout("Watch", run, minutes: 30, offset)
                + Self.workout("iPhone", run.addingTimeInterval(45), minutes: 29, offset)
            xml += Self.energy("Watch", run, offset) + Self.energy("iPhone", run.addingTimeInterval(20), offset)
        }
        export = xml + "</HealthData>\n"
    }

    /// A day in the past, such as `2024-01-31`.
    func day(_ daysAgo: Int) -> String {
        String(noon.addingTimeInterval(-Double(daysAgo) * 86_400).ISO8601Format().prefix(10))
    }

    func readingID(_ number: Int) -> String { Self.id(number) }

    /// A run as a companion sends it: by so many seconds later than the watch's of a week, and half a minute shorter.
    func companionRun(_ client: String, secondsLate: Double, of week: Int) -> [String: String] {
        let start = noon.addingTimeInterval(-Double(week) * 7 * 86_400 - 36_000 + secondsLate)
        return [
            "client_id": client, "source": "apple_health", "workout_type": "run", "start_time": start.ISO8601Format(),
            "end_time": start.addingTimeInterval(1_770).ISO8601Format(),
        ]
    }

    private static func id(_ number: Int) -> String {
        let text = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - text.count) + text
    }

    private static func line(_ number: Int, _ type: String, _ value: Int, _ unit: String, _ start: Date) -> String {
        #"{"id":"\#(id(number))","type":"\#(type)","value":\#(value),"unit":"\#(unit)","start":"\#(start.ISO8601Format())","#
            + #""end":"\#(start.ISO8601Format())","source":"Ring"}"# + "\n"
    }

    private static func workout(_ source: String, _ start: Date, minutes: Int, _ offset: Int) -> String {
        let end = start.addingTimeInterval(Double(minutes) * 60)
        return """
             <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(minutes)" durationUnit="min" \
            sourceName="\(source)" startDate="\(date(start, offset))" endDate="\(date(end, offset))"/>

            """
    }

    private static func energy(_ source: String, _ start: Date, _ offset: Int) -> String {
        """
         <Record type="HKQuantityTypeIdentifierBasalEnergyBurned" sourceName="\(source)" unit="kcal" \
        startDate="\(date(start, offset))" endDate="\(date(start.addingTimeInterval(1_800), offset))" value="40"/>

        """
    }

    /// A moment as an export writes it, by the clocks of that offset in hours.
    private static func date(_ moment: Date, _ hours: Int) -> String {
        let text = moment.addingTimeInterval(Double(hours) * 3_600).ISO8601Format()
        let sign = hours < 0 ? "-" : "+"
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) \(sign)0\(abs(hours))00"
    }
}
