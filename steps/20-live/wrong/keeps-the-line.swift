// changes: parse-events
// breaks: parse-events.5
// refused by: Step20LiveTests/dropsLargeEvents()
// says: never hold more than 256 KiB
//
// Notices a large event only once its line ends. A line that never ends fills the memory.

-            case _ where line.count >= Self.limitBytes: skipLine()
