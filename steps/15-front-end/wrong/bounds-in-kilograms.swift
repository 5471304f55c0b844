// changes: view-form
// refused by: Step15ViewModelTests/boundsInWords()
// says: The person thinks in pounds
//
// Shows the rule's own sentence, which speaks of the unit that is stored.

             } catch {
-                errors.value = message(for: error, draft)
+                errors.value = String(describing: error)
             }
