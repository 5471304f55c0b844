// changes: entity-page
// refused by: Step22PageTests/showsAfterAnEmptyPage()
// says: The last page is empty
// breaks: entity-page.6
//
// Makes only the views of the page's rows again.

-        if !page.hasMore || dropsAtEachPage { touched += try dropCovered() }
+        if !page.hasMore || dropsAtEachPage { _ = try dropCovered() }
