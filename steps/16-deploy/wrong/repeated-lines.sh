# changes: deploy-escape
# refused by: Step16DeployTests/escapes()
# says: od shortens lines that repeat
#
# Forgets that od prints a star in place of lines like the one before.

     local kept=${1-} byte
-    # With od, which works on bytes; the shell's characters depend on the locale. With -v it does not put a
-    # star for lines that repeat.
-    for byte in $(od -An -v -tx1 | tr a-f A-F); do
+    for byte in $(od -An -tx1 | tr a-f A-F); do
         case $byte in
