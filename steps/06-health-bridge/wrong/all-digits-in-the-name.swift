// replaces: sample-name
// refused by: Step06HealthBridgeTests/idsIgnoreRounding()
// says: a fifth digit of the value
//
// Uses all digits of the value in the name, but an export has fewer of them than HealthKit.

        [type.rawValue, start.flooredToSecond.rfc3339, end.flooredToSecond.rfc3339, "\(value)", sourceName]
            .joined(separator: "\n")
