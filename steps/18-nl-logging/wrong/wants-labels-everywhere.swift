// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A weight without a label was refused
// breaks: label-check.2
//
// Wants a name for every record. The server then takes no weight from anyone.

-            guard kind != .symptom else { throw MeasurementError.badLabel }
-            return
+            throw MeasurementError.badLabel
