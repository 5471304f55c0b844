// changes: days-in-month
// refused by: Step02ModelTests/realDates()
// says: There is no 1900-02-29
//
// Treats every fourth year as a leap year; 1900 wasn't one.

         switch month {
-        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
+        case 2: year % 4 == 0 ? 29 : 28
         case 4, 6, 9, 11: 30
