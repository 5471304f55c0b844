/// A set of steps, by number. A state of the course is such a set, closed under what its steps require.
package struct StepSet: Hashable, Sendable {
    private let members: Set<Int>

    package init(_ numbers: some Sequence<Int>) { members = Set(numbers) }

    /// The steps' numbers in order.
    package var numbers: [Int] { members.sorted() }

    package var isEmpty: Bool { members.isEmpty }

    /// The greatest number; nil for the empty set.
    package var max: Int? { members.max() }

    package func contains(_ step: Int) -> Bool { members.contains(step) }

    package func isSuperset(of other: StepSet) -> Bool { members.isSuperset(of: other.members) }

    package func union(_ other: StepSet) -> StepSet { StepSet(members.union(other.members)) }

    package func intersection(_ other: StepSet) -> StepSet { StepSet(members.intersection(other.members)) }

    package func subtracting(_ other: StepSet) -> StepSet { StepSet(members.subtracting(other.members)) }

    package func filter(_ isIncluded: (Int) throws -> Bool) rethrows -> StepSet {
        StepSet(try members.filter(isIncluded))
    }
}

extension StepSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral numbers: Int...) { self.init(numbers) }
}

extension StepSet: CustomStringConvertible {
    /// The numbers, with runs shortened, such as `1-15 17`. Equal sets have equal texts, so it may go into a fingerprint.
    package var description: String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: " ")
    }
}

extension StepSet: Codable {
    package init(from decoder: any Decoder) throws { self.init(try [Int](from: decoder)) }

    package func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
}
