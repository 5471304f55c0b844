public struct Span: Comparable, Sendable {
    public let low: Double
    public static func == (one: Span, other: Span) -> Bool { one.low == other.low }
    public static func < (one: Span, other: Span) -> Bool { one.low < other.low }
}

extension Measurement: Comparable {
    public static func < (one: Measurement, other: Measurement) -> Bool { one.value < other.value }
    public var isHeavy: Bool { value > 100 }
    public func ratio(to other: Measurement) -> some BinaryFloatingPoint { value / other.value }
}

public struct Summary: Sendable { public var rows: [Span] }
private struct Anything: ExpressibleByIntegerLiteral { init(integerLiteral: Int) {} }
func expect(_ isTrue: Bool, _ words: String) {}
extension Array where Element == Int { func total() -> Int { reduce(0, +) } }
