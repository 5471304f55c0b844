import Foundation

/// A writer of an export of several years, the same each time: a watch and a phone that count the same hours, journeys between
/// time zones, workouts, and elements that occur twice, as in real exports.
package struct HealthYears {
    /// What a store should have after the import, each thing once.
    package struct Contents: Hashable {
        package var samples = 0
        package var workouts = 0
        /// Records of part one's kinds, heights and body fat.
        package var records = 0
        /// Flights climbed on each day, counted once though watch and phone both counted them.
        package var flightsPerDay = 3.0

        package init() {}
    }

    private let file: UnsafeMutablePointer<FILE>
    private var contents = Contents()
    /// Elements so far; each 97th is written twice.
    private var count = 0

    /// - Returns: what the file holds.
    package static func write(to path: String, years: Int = 5) throws -> Contents {
        guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(file) }
        var writer = HealthYears(file: file)
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n", file)
        fputs(" <ExportDate value=\"2025-12-31 23:00:00 +0100\"/>\n", file)
        for day in 0..<(years * 365) { writer.write(day: day) }
        fputs("</HealthData>\n", file)
        return writer.contents
    }

    /// A day of the years from 2021 on.
    private mutating func write(day: Int) {
        // Each autumn, six weeks are spent in New York.
        let isAway = (280..<322).contains(day % 365)
        let (zone, offset) = isAway ? ("America/New_York", -5) : ("Europe/Berlin", 1)
        let midnight = 1_609_455_600 + day * 86_400 + (1 - offset) * 3_600
        func at(_ hour: Double) -> String { Self.time(midnight + Int(hour * 3_600), offset) }
        for hour in [0.0, 6, 12, 18] {
            sample("BasalEnergyBurned", "kcal", "\(300 + day % 50).\(Int(hour))", at(hour), at(hour + 6), zone: zone)
        }
        sample("RestingHeartRate", "count/min", "\(50 + day % 15)", at(3), at(3), zone: nil)
        sample("FlightsClimbed", "count", "2", at(9), at(10), zone: zone)
        sample("FlightsClimbed", "count", "2", at(9), at(10), source: "Ada’s iPhone", zone: nil)
        sample("FlightsClimbed", "count", "1", at(20), at(20.5), source: "Ada’s iPhone", zone: nil)
        record("StepCount", "count", "\(4_000 + day)", at(8), at(21))
        if day % 7 == 0 { record("BodyFatPercentage", "%", "0.2\(day % 9)", at(7), at(7), source: "Scale") }
        if day % 365 == 0 { record("Height", "cm", "171", at(7.1), at(7.1), source: "Health") }
        if day % 2 == 0 { workout(day, at(17), at(17.5), zone) }
    }

    private mutating func sample(
        _ type: String, _ unit: String, _ value: String, _ start: String, _ end: String,
        source: String = "Ada’s Apple\u{A0}Watch", zone: String?
    ) {
        contents.samples += 1
        let metadata = zone.map { "<MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/>" } ?? ""
        write(Self.record(type, unit, value, start, end, source, metadata))
    }

    private mutating func record(
        _ type: String, _ unit: String, _ value: String, _ start: String, _ end: String, source: String = "Watch"
    ) {
        contents.records += 1
        write(Self.record(type, unit, value, start, end, source, ""))
    }

    private mutating func workout(_ day: Int, _ start: String, _ end: String, _ zone: String) {
        contents.workouts += 1
        let activity = ["Running", "Cycling", "Yoga"][day / 2 % 3]
        write(
            """
             <Workout workoutActivityType="HKWorkoutActivityType\(activity)" duration="29.5" durationUnit="min" \
            sourceName="Ada’s Apple\u{A0}Watch" device="\(Self.device)" startDate="\(start)" endDate="\(end)">
              <MetadataEntry key="HKTimeZone" value="\(zone)"/>
              <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="\(200 + day % 90)" unit="kcal"/>
             </Workout>\n
            """)
    }

    private mutating func write(_ element: String) {
        count += 1
        for _ in 0..<(count % 97 == 0 ? 2 : 1) { fputs(element, file) }
    }

    private static func record(
        _ type: String, _ unit: String, _ value: String, _ start: String, _ end: String, _ source: String,
        _ metadata: String
    ) -> String {
        let tag =
            " <Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"\(source)\" device=\"\(device)\" "
            + "unit=\"\(unit)\" startDate=\"\(start)\" endDate=\"\(end)\" value=\"\(value)\""
        return metadata.isEmpty ? tag + "/>\n" : tag + ">\n  \(metadata)\n </Record>\n"
    }

    private static let device =
        "&lt;&lt;HKDevice: 0x3010a5f40&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,7&gt;"

    private static func time(_ seconds: Int, _ offset: Int) -> String {
        var (time, parts) = (time_t(seconds + offset * 3_600), tm())
        gmtime_r(&time, &parts)
        let digits = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map {
            $0 < 10 ? "0\($0)" : "\($0)"
        }
        let zone = offset < 0 ? "-0\(-offset)00" : "+0\(offset)00"
        return "\(parts.tm_year + 1_900)-\(digits[0])-\(digits[1]) \(digits[2]):\(digits[3]):\(digits[4]) \(zone)"
    }
}
