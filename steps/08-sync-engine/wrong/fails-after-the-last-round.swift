// changes: after-page
// refused by: Step08EngineTests/roundsAreBounded()
// says: so the sync should end well
// breaks: after-page.4
//
// Reports an error if rows may still be dirty after the last round.

-        guard roundCount < settings.maximumRounds else { return finish(.done) }
+        guard roundCount < settings.maximumRounds else {
+            return finish(.failed(.unexpected("Rows are still dirty after the last round.")))
+        }
