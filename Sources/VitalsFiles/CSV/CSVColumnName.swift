import Vitals

/// The name of a column, and the unit in it: `Weight (kg)` is `weight` in `kg`.
struct CSVColumnName {
    /// As the file has it.
    let text: String
    /// In lower case, without the unit.
    let word: String
    /// The text in brackets at the end, or a per cent sign there; nil for none.
    let unit: String?

    init(_ cell: String) {
        text = cell.trimmed
        var word = text.lowercased().replacing("_", with: " ")
        var unit: String?
        if let open = word.lastIndex(where: { $0 == "(" || $0 == "[" }), word.last == ")" || word.last == "]" {
            unit = String(word[word.index(after: open)...].dropLast()).trimmed
            word = String(word[..<open])
        } else if word.last == "%" {
            unit = "%"
            word.removeLast()
        }
        self.word = word.trimmed
        self.unit = unit
    }

    /// True if a person means this column by that name.
    func isNamed(_ name: String) -> Bool { text.lowercased() == name.trimmed.lowercased() }

    /// The place of the column with the date: the names that say most come first.
    static func date(among names: [CSVColumnName]) -> Int? {
        for group in dates {
            if let place = names.firstIndex(where: { group.contains($0.word) }) { return place }
        }
        return nil
    }

    private static let dates: [Set<String>] = [
        [
            "datetime", "date time", "date/time", "date and time", "timestamp", "recordedat", "recorded at",
            "measured at",
        ],
        ["date", "datum", "day", "tag", "fecha", "time of measurement"],
    ]

    static let times: Set<String> = ["time", "uhrzeit", "zeit", "hora", "heure"]

    /// The columns of our own exports.
    static let own: [String: CSVRole] = [
        "id": .id, "kind": .kind, "value": .amount, "unit": .unit, "recordedat": .moment, "label": .label,
        "source": .source, "start": .start,
    ]

    static let kinds: [String: MetricKind] = [
        "weight": .weight, "body weight": .weight, "bodyweight": .weight, "gewicht": .weight, "körpergewicht": .weight,
        "average weight": .weight, "peso": .weight, "poids": .weight,
        "fat": .bodyFat, "body fat": .bodyFat, "bodyfat": .bodyFat, "fat ratio": .bodyFat, "fat percentage": .bodyFat,
        "body fat percentage": .bodyFat, "körperfett": .bodyFat,
        "height": .height, "body height": .height, "größe": .height, "körpergröße": .height,
        "steps": .steps, "step count": .steps, "total steps": .steps, "schritte": .steps,
        "heart rate": .heartRate, "heartrate": .heartRate, "pulse": .heartRate, "puls": .heartRate,
        "distance": .distance, "total distance": .distance, "distanz": .distance, "strecke": .distance,
        "active energy": .activeEnergy, "active calories": .activeEnergy, "activity calories": .activeEnergy,
    ]
}
