// Height and body fat, which a scale or a companion sends beside the weight.

extension MetricKind {
    /// Body height, in centimetres.
    public static let height = MetricKind(rawValue: "HEIGHT")
    /// Body fat, in per cent of the weight.
    public static let bodyFat = MetricKind(rawValue: "BODY_FAT")
}

extension MetricUnit {
    /// Centimetres.
    public static let centimetres = MetricUnit(rawValue: "CM")
    /// Per cent, from 0 to 100.
    public static let percent = MetricUnit(rawValue: "PERCENT")
}

extension AddedKind {
    static let height = AddedKind(kind: .height, title: "Height", canonicalUnit: .centimetres, bounds: 30...300)
    static let bodyFat = AddedKind(kind: .bodyFat, title: "Body fat", canonicalUnit: .percent, bounds: 1...75)
}
