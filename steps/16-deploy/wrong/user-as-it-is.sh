# changes: deploy-dsn
# refused by: Step16DeployTests/parts()
# says: An address has the form
#
# Escapes only the password, because a user has a plain name.

     fi
-    user=$(printf '%s' "$1" | percent_encode)
+    user=$1
     database=$(printf '%s' "$2" | percent_encode)
