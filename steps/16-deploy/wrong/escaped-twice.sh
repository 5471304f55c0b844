# changes: deploy-dsn
# refused by: Step16DeployTests/reachesPostgres()
# says: refuses the connection
#
# Escapes what's escaped already, so the password that arrives is the escaped one.

     local user password database folder
-    password=$(percent_encode)
+    password=$(percent_encode | percent_encode)
     if [ -z "$password" ]; then
