# replaces: deploy-copies
# refused by: Step16DeployTests/imageHolds()
# says: goes to everyone
#
# Takes the whole build folder along.

COPY --from=build /src /src
COPY --from=build /out/vitals-server /usr/local/bin/vitals-server
# Where vitals-server looks for the schema: beside its own folder.
COPY db /usr/local/share/vitals/db
