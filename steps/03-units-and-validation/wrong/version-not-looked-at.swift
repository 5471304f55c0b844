// changes: validate
// refused by: Step03UnitsTests/versions()
// says: bad_version
//
// Doesn't check the version; version 0 or 2^53 then never converges.

         guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
-        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
         try extra.validate()
