// replaces: same-kind
// refused by: Step02ModelTests/bytesDecide()
// says: differ in their bytes
//
// Swift's `==` compares characters: é as one scalar and é as two are equal on this device, but not in SQLite.

        left.rawValue == right.rawValue
