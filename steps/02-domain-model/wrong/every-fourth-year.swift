// changes: days-in-month
// refused by: Step02ModelTests/realDates()
// says: There is no 1900-02-29
//
// Takes each fourth year for a leap year; 1900 was none.

         switch month {
-        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
+        case 2: year % 4 == 0 ? 29 : 28
         case 4, 6, 9, 11: 30
