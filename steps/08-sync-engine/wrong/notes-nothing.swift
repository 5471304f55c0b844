// changes: sync-loop
// refused by: Step08EngineTests/endAndProgress()
// says: the store should know when
// breaks: sync-loop.4
//
// Doesn't tell the store that the sync ended well.

                 case .done:
-                    try store.noteSyncEnded()
                     return engine.report
