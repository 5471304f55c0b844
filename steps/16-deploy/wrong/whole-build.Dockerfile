# replaces: deploy-copies
# refused by: Step16DeployTests/imageHolds()
# says: goes to everybody
#
# Takes the whole folder of the build along.

COPY --from=build /src /src
COPY --from=build /out/vitals-server /usr/local/bin/vitals-server
# Where vitals-server looks for the schema: beside its own folder.
COPY db /usr/local/share/vitals/db
