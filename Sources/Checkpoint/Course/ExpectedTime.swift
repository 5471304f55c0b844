/// Minutes that a step, or a part of one, takes: from a reader who moves quickly to one who doesn't.
package struct ExpectedTime: Hashable, Sendable {
    package let least: Int
    package let most: Int

    package init(_ least: Int, _ most: Int) {
        self.least = least
        self.most = most
    }

    package static func + (one: ExpectedTime, other: ExpectedTime) -> ExpectedTime {
        ExpectedTime(one.least + other.least, one.most + other.most)
    }

    /// The middle of the range, in minutes.
    package var middle: Int { (least + most) / 2 }

    /// The least and the most minutes.
    package var range: [Int] { [least, most] }

    /// The range in minutes, such as `60–90 min`.
    package var minutes: String { least == most ? "\(least) min" : "\(least)–\(most) min" }

    /// The range in hours, such as `1 h to 1 h 30 min`.
    package var text: String {
        least == most ? Self.hours(least) : "\(Self.hours(least)) to \(Self.hours(most))"
    }

    private static func hours(_ minutes: Int) -> String {
        [(minutes / 60, "h"), (minutes % 60, "min")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            .joined(separator: " ")
    }
}

extension [ExpectedTime] {
    /// The time that all of these take together, in whole hours, such as `30 to 45 hours`.
    package var hours: String {
        let sum = reduce(ExpectedTime(0, 0), +)
        let (least, most) = ((sum.least + 30) / 60, (sum.most + 30) / 60)
        return least == most ? "about \(least) hours" : "\(least) to \(most) hours"
    }
}

extension ExpectedTime: Decodable {
    /// Decodes a list of two numbers, or a single number for a range that begins and ends there.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let minutes = try? value.decode(Int.self) {
            self.init(minutes, minutes)
            return
        }
        let range = try value.decode([Int].self)
        guard range.count == 2, range[0] > 0, range[0] <= range[1] else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "A time is a number of minutes, or two of them: [60, 90].")
        }
        self.init(range[0], range[1])
    }
}
