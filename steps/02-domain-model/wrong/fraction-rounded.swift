// changes: fraction
// refused by: Step02ModelTests/fractions(fraction:expected:)
// says: .1259Z is 125 ms after the second
//
// Rounds the fourth digit: a writer with microseconds and one with milliseconds then disagree, and .9999 moves into the
// next second.

             if digits < 3 { thousandths = thousandths * 10 + next }
+            if digits == 3, next >= 5 { thousandths += 1 }
             digits += 1
