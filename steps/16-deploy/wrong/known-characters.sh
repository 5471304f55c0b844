# replaces: deploy-escape
# refused by: Step16DeployTests/escapes()
# says: unescaped, and only letters
#
# Escapes only the characters that came to mind.

    sed -e 's/%/%25/g' -e 's/@/%40/g' -e 's/:/%3A/g' -e 's|/|%2F|g' -e 's/?/%3F/g' -e 's/#/%23/g'
