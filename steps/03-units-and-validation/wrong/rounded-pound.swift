// replaces: pound
// refused by: Step03UnitsTests/factors()
// says: A pound is 0.45359237 kg
//
// Writes the pound from memory, to four digits.

    public static let kilogramsPerPound = 0.4536
