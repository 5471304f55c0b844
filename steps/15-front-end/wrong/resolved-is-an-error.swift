// changes: view-restore
// refused by: Step15ViewModelTests/restoreOfAResolvedOne()
// says: before the tap
//
// Tells the person of an error because somebody was quicker.

             onEdit()
-        } catch let error as StoreError where error.isNotFound {
-            // Already resolved; the list below shows it.
         } catch {
