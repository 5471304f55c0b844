// replaces: same-kind
// refused by: Step02ModelTests/bytesDecide()
// says: names are compared as they are
//
// Ignores case. No other build does: they treat weight as a kind of its own.

        left.rawValue.uppercased().utf8.elementsEqual(right.rawValue.uppercased().utf8)
