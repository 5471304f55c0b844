# changes: deploy-dsn
# refused by: Step16DeployTests/escapes()
# says: echo took the password for an option
#
# Sends the password through echo.

     local user password database folder
-    password=$(percent_encode)
+    IFS= read -r -d "" password || true
+    password=$(echo -n "$password" | percent_encode)
     if [ -z "$password" ]; then
