/// The source of randomness for one generated case: the same seed always makes the same choices, on every machine.
///
/// The numbers are SplitMix64's, by Sebastiano Vigna. `Vitals` has that generator too, but only from step 8 on.
package struct CaseGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func integer<Number: FixedWidthInteger>(in range: ClosedRange<Number>) -> Number {
        Number.random(in: range, using: &self)
    }

    package mutating func number(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// True once in `times` on average.
    package mutating func once(in times: Int) -> Bool { integer(in: 1...times) == 1 }

    /// - Precondition: `choices` is not empty.
    package mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[integer(in: 0...choices.count - 1)] }

    /// A list whose length is random within `count`.
    package mutating func list<Element>(
        _ count: ClosedRange<Int>, of element: (inout CaseGenerator) throws -> Element
    ) rethrows -> [Element] {
        var list: [Element] = []
        for _ in 0..<integer(in: count) { list.append(try element(&self)) }
        return list
    }
}
