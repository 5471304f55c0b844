// replaces: same-kind
// refused by: Step02ModelTests/bytesDecide()
// says: names are compared as they are
//
// Is lenient where the other builds are not: they would take weight for a kind of its own.

        left.rawValue.uppercased().utf8.elementsEqual(right.rawValue.uppercased().utf8)
