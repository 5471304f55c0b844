# changes: deploy-dsn
# refused by: Step16DeployTests/escapes()
# says: a newline belongs to the password
#
# Reads the password into a variable, which drops the newlines at its end.

     local user password database folder
-    password=$(percent_encode)
+    password=$(cat)
+    password=$(printf '%s' "$password" | percent_encode)
     if [ -z "$password" ]; then
