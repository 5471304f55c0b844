// changes: validate
// refused by: Step03UnitsTests/extraMembers()
// says: extra_too_large
//
// Forgets the members it doesn't know: one record could hold a whole book.

         guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
-        try extra.validate()
