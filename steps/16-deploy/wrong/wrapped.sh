# replaces: deploy-escape
# refused by: Step16DeployTests/escapes()
# says: and - . _ ~ may be: it should be %0A
#
# Leaves it to a mail tool, which breaks lines at 76 characters.

    od -An -v -tx1 | tr -d ' \n' | fold -w 76 | sed 's/../%&/g'
