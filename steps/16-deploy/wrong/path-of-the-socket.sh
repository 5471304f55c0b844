# changes: deploy-dsn
# refused by: Step16DeployTests/parts()
# says: The folder should be
#
# Names the socket itself, but libpq wants the folder that it is in.

     database=$(printf '%s' "$2" | percent_encode)
-    # Behind the question mark, / and : mean nothing else, and a person can read the folder.
-    folder=$(printf '%s' "$3" | percent_encode '2F 3A')
+    folder=$(printf '%s' "$3/.s.PGSQL.5432" | percent_encode '2F 3A')
     printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
