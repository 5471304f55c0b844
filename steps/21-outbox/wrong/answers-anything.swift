// changes: perform-once
// refused by: Step21OnceTests/refusesAnother()
// says: It was taken
// breaks: perform-once.2
//
// Gives the recorded answer, whatever the command says.

-            guard earlier.payloadHash == hash else { throw EntityRequestReused(index: index) }
