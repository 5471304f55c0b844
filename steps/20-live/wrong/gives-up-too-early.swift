// changes: parse-events
// refused by: Step20LiveTests/dropsLargeEvents()
// says: isn't too long, and its event should come
// breaks: parse-events.5
//
// Gives a line up once it has 256 KiB, although it may end right there.

-            default: line.append(byte)
+            default:
+                line.append(byte)
+                if line.count == Self.limitBytes { skipLine() }
