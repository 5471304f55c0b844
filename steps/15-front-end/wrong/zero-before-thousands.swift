// changes: view-number
// refused by: Step15ViewModelTests/ambiguousNumber(_:)
// says: "0,725" in en_US was read as 725.0
//
// Counts the digits between the separators, but doesn't look at them.

-        // "0,725" is grouped in threes, but people don't write thousands like that.
         guard groups.dropFirst().allSatisfy({ $0.count == 3 }),
-            groups.count == 1 || (1...3).contains(groups[0].count) && groups[0].first?.wholeNumberValue != 0
+            groups.count == 1 || (1...3).contains(groups[0].count)
         else { return nil }
