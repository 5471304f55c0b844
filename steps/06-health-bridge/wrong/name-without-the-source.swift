// replaces: sample-name
// refused by: Step06HealthBridgeTests/idsIgnoreRounding()
// says: another source
//
// Leaves the source out of the name: watch and phone, which count the same minutes, get the same ids.

        [type.rawValue, start.flooredToSecond.rfc3339, end.flooredToSecond.rfc3339, value.fourDigits]
            .joined(separator: "\n")
