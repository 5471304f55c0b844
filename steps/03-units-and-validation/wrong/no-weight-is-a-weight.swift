// changes: bounds
// refused by: Step03UnitsTests/bounds(kind:least:greatest:)
// says: WEIGHT of 0.09999999999999999 is outside
//
// Allows a weight of 0, which no person has.

         switch self {
-        case .weight: 0.1...1_000
+        case .weight: 0...1_000
         case .steps: 0...1_000_000
