import Crypto
package import Vitals

/// The numbers of a person's week by kind. They are all that an insight is made of: no record, time, label or id.
package struct WeekTotals: Hashable, Sendable {
    /// The values of one kind in a span of time, in its canonical unit.
    package struct Total: Hashable, Sendable {
        package var count: Int
        package var sum: Double
        package var least: Double
        package var greatest: Double

        package init(count: Int, sum: Double, least: Double, greatest: Double) {
            self.count = count
            self.sum = sum
            self.least = least
            self.greatest = greatest
        }

        package var mean: Double { sum / Double(count) }
    }

    /// The days of both spans, 1 to 7.
    package var dayCount: Int
    package var current: [MetricKind: Total]
    /// The same days of the week before.
    package var before: [MetricKind: Total]

    package init(dayCount: Int, current: [MetricKind: Total] = [:], before: [MetricKind: Total] = [:]) {
        self.dayCount = dayCount
        self.current = current
        self.before = before
    }

    /// False for a week in which nothing was measured yet: then there is nothing to say.
    package var hasRecords: Bool { !current.isEmpty }

    /// The numbers that a language model gets to see, and nothing else of the person.
    ///
    /// Kinds that this build doesn't know are left out, because their names are a text that somebody chose. Sums of the same
    /// values can differ in their last digits with the order of adding, so numbers are rounded to a tenth.
    package var question: JSONValue {
        // @write 19 question
        func list(_ totals: [MetricKind: Total]) -> JSONValue {
            .object(
                MetricKind.known.compactMap { kind in
                    guard let total = totals[kind], let unit = kind.canonicalUnit else { return nil }
                    let numbers = [total.sum, total.mean, total.least, total.greatest].map { ($0 * 10).rounded() / 10 }
                    guard numbers.allSatisfy(\.isFinite) else { return nil }
                    return JSONValue.Member(
                        kind.rawValue,
                        .object([
                            .init("unit", .string(unit.rawValue)), .init("count", .number(Double(total.count))),
                            .init("sum", .number(numbers[0])), .init("mean", .number(numbers[1])),
                            .init("least", .number(numbers[2])), .init("greatest", .number(numbers[3])),
                        ]))
                })
        }
        return .object([
            .init("days", .number(Double(dayCount))), .init("thisWeek", list(current)), .init("lastWeek", list(before)),
        ])
        // @starter
        //| todo(19, "make an object of `days`, `thisWeek` and `lastWeek`, with rounded numbers of known kinds")
        // @end
    }

    /// The name of this question in the cache: equal for the same numbers, prompt and model on every server, and different for
    /// any others.
    ///
    /// - Parameter writer: the model and the prompt that answer the question.
    package func fingerprint(for writer: String) -> String {
        // @write 19 fingerprint
        let text = CanonicalJSON.text(.object([.init("writer", .string(writer)), .init("question", question)]))
        return SHA256.hash(data: Array(text.utf8)).hexadecimal
        // @starter
        //| todo(19, "hash the writer and the question with SHA-256")
        // @end
    }
}
