// changes: view-restore
// refused by: Step15ViewModelTests/restoreOfAResolvedOne()
// says: before the tap
//
// Shows an error because the conflict was resolved somewhere else first.

             onEdit()
-        } catch let error as StoreError where error.isNotFound {
-            // Already resolved; the list below shows it.
         } catch {
