// changes: precedence
// refused by: Step08EngineTests/total()
// says: A record beats itself
// breaks: precedence.5
//
// Asks in the last field whether the right one comes first, and takes no for an answer. Of two equal keys, each is then
// less than the other.

-        return left.extra.text.precedesByBytes(right.extra.text)
+        return !right.extra.text.precedesByBytes(left.extra.text)
