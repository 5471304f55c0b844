// replaces: mile
// refused by: Step03UnitsTests/factors()
// says: A mile is 1.609344 km
//
// Uses the nautical mile, 1.852 km.

    public static let kilometresPerMile = 1.852
