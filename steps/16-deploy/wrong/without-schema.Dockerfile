# replaces: deploy-copies
# refused by: Step16DeployTests/imageHolds()
# says: would find no schema
#
# Copies only the program.

COPY --from=build /out/vitals-server /usr/local/bin/vitals-server
