// replaces: same-kind
// refused by: Step02ModelTests/bytesDecide()
// says: differ in their bytes
//
// Swift's `==` compares characters: é in one scalar and in two are equal, on this device and not in SQLite.

        left.rawValue == right.rawValue
