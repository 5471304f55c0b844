// replaces: sample-name
// refused by: Step06HealthBridgeTests/idsIgnoreRounding()
// says: a fifth digit of the value
//
// Names the sample by all digits of its value, of which an export gives fewer than HealthKit.

        [type.rawValue, start.flooredToSecond.rfc3339, end.flooredToSecond.rfc3339, "\(value)", sourceName]
            .joined(separator: "\n")
