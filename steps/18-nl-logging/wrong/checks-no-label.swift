// changes: to-measurement
// refused by: Step18PhrasesTests/refusesEntries()
// says: A symptom without a name became a record
// breaks: to-measurement.5
//
// Checks everything but the label. The person confirms the card, and the server then refuses the record.

-        try record.validateLabel()
