import Foundation

/// The marks of a chart's scale. `Tests/Vectors/ticks.json` has what comes out; the browser's charts go by it too.
public enum AxisTicks {
    /// The part of the values' span that a scale has above and below them.
    private static let room = 0.05
    /// The span of a scale for values that are all the same, as a part of them.
    private static let spanOfOne = 0.05

    /// Three to six round numbers whose range includes the values, with a little room. A scale begins at 0 where a value is 0, and goes
    /// below it only where a value does.
    ///
    /// - Parameters:
    ///   - low: the least value, finite.
    ///   - high: the greatest one, finite and at least `low`.
    public static func around(_ low: Double, _ high: Double) -> [Double] {
        let isOne = high <= low
        let span = isOne ? (high == 0 ? 1 : abs(high) * spanOfOne) : high - low
        let margin = isOne ? span / 2 : span * room
        let foot = low >= 0 ? max(0, low - margin) : low - margin
        let top = high + margin
        let rough = (top - foot) / 4
        let power = pow(10, floor(log10(rough)))
        let step = ([1.0, 2, 5].first { $0 * power >= rough } ?? 10) * power
        let (first, last) = (floor(foot / step), ceil(top / step))
        return (0...Int(last - first)).map { rounded((first + Double($0)) * step, near: step) }
    }

    /// A multiple of a step without what a product adds in its last digits.
    private static func rounded(_ value: Double, near step: Double) -> Double {
        let scale = pow(10, max(0, 2 - floor(log10(step))))
        return (value * scale).rounded() / scale
    }
}
