# replaces: deploy-copies
# refused by: Step16DeployTests/imageHolds()
# says: would find no schema
#
# Copies the program alone.

COPY --from=build /out/vitals-server /usr/local/bin/vitals-server
