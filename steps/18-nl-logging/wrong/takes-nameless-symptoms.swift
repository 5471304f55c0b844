// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A symptom without a name was taken
// breaks: label-check.1
//
// A symptom without a name says that something was 4 of 10.

         guard let value = extra["label"] else {
-            guard kind != .symptom else { throw MeasurementError.badLabel }
             return
         }
