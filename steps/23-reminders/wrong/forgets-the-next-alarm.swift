// changes: ring-order
// refused by: Step23RingTests/waitsForTheNext()
// says: due in 0.4 s. Then: wait 0.4 s for the next alarm. Your machine: nothing
// breaks: ring-order.6
//
// Rings only when something happens.

-        case (.computed(let next?), .awake):
-            return [.wait(.ring, seconds: min(max(next, 0), Self.longestWaitSeconds))]
