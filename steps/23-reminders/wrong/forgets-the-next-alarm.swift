// changes: ring-order
// refused by: Step23RingTests/waitsForTheNext()
// says: is due in 90 s
// breaks: ring-order.6
//
// Rings only when something happens.

-        case (.computed(let next?), .awake):
-            return [.wait(.ring, seconds: min(max(next, 0), Self.longestWaitSeconds))]
