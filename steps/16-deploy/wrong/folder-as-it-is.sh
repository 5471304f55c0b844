# changes: deploy-dsn
# refused by: Step16DeployTests/parts()
# says: An address has the form
#
# Assumes that folders have plain names.

     database=$(printf '%s' "$2" | percent_encode)
-    # Behind the question mark, / and : mean nothing else, and a person can read the folder.
-    folder=$(printf '%s' "$3" | percent_encode '2F 3A')
+    folder=$3
     printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
