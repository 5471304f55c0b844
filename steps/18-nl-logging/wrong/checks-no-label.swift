// changes: to-measurement
// refused by: Step18PhrasesTests/refusesEntries()
// says: A symptom without a name should be refused
//
// Checks everything but the label. The person confirms the card, and the server then refuses the record.

-        try record.validateLabel()
