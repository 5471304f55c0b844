// replaces: sample-name
// refused by: Step06HealthBridgeTests/idsIgnoreRounding()
// says: in a source is a space in the name
//
// Uses the source as it is: a line feed in it is a space in the export, but stays a line feed in HealthKit.

        let rounded = (value + 0.0).fourDigits
        return [
            type.rawValue, start.flooredToSecond.rfc3339, end.flooredToSecond.rfc3339, rounded, sourceName,
        ].joined(separator: "\n")
