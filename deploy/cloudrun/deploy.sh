#!/usr/bin/env bash
# Deploys vitals-server to Cloud Run, with its records in Cloud SQL. Running it again only changes what differs.
# docs/operations.md says what it creates and why.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
# shellcheck source=deploy/cloudrun/lib.sh
. deploy/cloudrun/lib.sh
# shellcheck source=deploy/cloudrun/dsn.sh
. deploy/cloudrun/dsn.sh

usage() {
    cat <<'USAGE'
Usage: deploy/cloudrun/deploy.sh --project ID [options]

  --project ID         an existing project with billing enabled
  --region REGION      for everything it creates; default: europe-west1
  --instance NAME      the Cloud SQL instance; a new name after a restore; default: vitals
  --tier TIER          of the database: db-f1-micro, db-g1-small or db-custom-CPUS-MEGABYTES; default: db-f1-micro
  --min-instances N    of the server; default: 0
  --max-instances N    of the server; default: 2
  --concurrency N      requests at a time in an instance; default: 16
  --pool-size N        connections of an instance to the database; default: 4
  --tag TAG            of the image that is built; default: the commit
  --image IMAGE        an existing image, as NAME@sha256:DIGEST, instead of building one
  --dry-run            print each command for an empty project, without running it
  --help               print this

Exit status: 0 if the server responds, 1 if a step failed, 2 for wrong usage.
USAGE
}

project="" region=europe-west1 tier=db-f1-micro image="" tag=""
min_instances=0 max_instances=2 concurrency=16 pool_size=4
while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry_run=true && shift && continue ;;
        --help) usage && exit 0 ;;
    esac
    option=$1
    [ $# -ge 2 ] || wrong_usage "$option needs a value or is unknown."
    value=$2
    shift 2
    case $option in
        --project) check_word "$option" "$value" && project=$value ;;
        --region) check_word "$option" "$value" && region=$value ;;
        --instance) check_word "$option" "$value" && instance=$value ;;
        --tier) check_word "$option" "$value" && tier=$value ;;
        --tag) check_word "$option" "$value" && tag=$value ;;
        --image) check_word "$option" "$value" && image=$value ;;
        --min-instances) check_number "$option" "$value" && min_instances=$value ;;
        --max-instances) check_number "$option" "$value" && max_instances=$value ;;
        --concurrency) check_number "$option" "$value" && concurrency=$value ;;
        --pool-size) check_number "$option" "$value" && pool_size=$value ;;
        *) wrong_usage "$option is unknown." ;;
    esac
done
[ -n "$project" ] || wrong_usage "--project is missing."
case $image in "" | *@sha256:*) ;; *) wrong_usage "--image must name a digest, so that no push changes what runs." ;; esac
if [ "$max_instances" -lt 1 ] || [ "$max_instances" -lt "$min_instances" ]; then
    wrong_usage "--max-instances must be at least 1, and at least --min-instances."
fi
if [ "$pool_size" -lt 1 ] || [ "$concurrency" -lt 1 ]; then
    wrong_usage "--pool-size and --concurrency must be at least 1."
fi
if [ -z "$image$tag" ]; then
    tag=$(git rev-parse --short=12 HEAD) || fail "This is no clone: name the image's version with --tag."
    [ -z "$(git status --porcelain)" ] \
        || fail "The clone has changes that are in no commit. Commit them, or name the image's version with --tag."
fi

# The connections that the database accepts (Cloud SQL sets `max_connections` from the tier's memory), and those that it may
# need: two revisions run in parallel while traffic moves from one to the other.
case $tier in
    db-f1-micro) connection_limit=25 ;;
    db-g1-small) connection_limit=50 ;;
    db-custom-*-*)
        memory_megabytes=${tier##*-}
        case $memory_megabytes in "" | *[!0-9]* | ????????*) wrong_usage "--tier $tier has no size of memory in it." ;; esac
        if [ "$memory_megabytes" -lt 6144 ]; then
            connection_limit=100
        elif [ "$memory_megabytes" -lt 7680 ]; then
            connection_limit=200
        else
            connection_limit=400
        fi
        ;;
    *) wrong_usage "--tier $tier isn't supported: we don't know how many connections it accepts." ;;
esac
readonly SUPERUSER_CONNECTIONS=3 CLOUD_SQL_CONNECTIONS=4 JOB_CONNECTIONS=1
connection_count=$((2 * max_instances * pool_size + JOB_CONNECTIONS + SUPERUSER_CONNECTIONS + CLOUD_SQL_CONNECTIONS))
connection_sum="2 revisions x $max_instances instances x $pool_size + $JOB_CONNECTIONS job"
connection_sum="$connection_sum + $SUPERUSER_CONNECTIONS for superusers + $CLOUD_SQL_CONNECTIONS for Cloud SQL"
connection_sum="$connection_sum = $connection_count of $connection_limit"
[ "$connection_count" -le "$connection_limit" ] \
    || wrong_usage "$tier accepts fewer connections than this may need: $connection_sum. Lower --max-instances or --pool-size."

connection_name=$project:$region:$instance
account=$SERVICE@$project.iam.gserviceaccount.com
repository=$region-docker.pkg.dev/$project/$REPOSITORY

trap report_end EXIT
quiet_gcloud "$project"
step_count=10
note "project $project, region $region, database $tier"
note "connections: $connection_sum"

step "the services of Google Cloud that are used"
run gcloud services enable artifactregistry.googleapis.com cloudbuild.googleapis.com compute.googleapis.com \
    iam.googleapis.com run.googleapis.com secretmanager.googleapis.com servicenetworking.googleapis.com \
    sqladmin.googleapis.com

step "a network in which server and database meet"
networks=$(ask gcloud compute networks list "--format=value(name)")
names "$networks" "$NETWORK" || run gcloud compute networks create "$NETWORK" --subnet-mode=custom
subnets=$(ask gcloud compute networks subnets list "--network=$NETWORK" "--regions=$region" "--format=value(name)")
names "$subnets" "$NETWORK" || run gcloud compute networks subnets create "$NETWORK" "--network=$NETWORK" \
    "--region=$region" --range=10.8.0.0/24 --enable-private-ip-google-access
addresses=$(ask gcloud compute addresses list --global "--format=value(name)")
names "$addresses" "$NETWORK-sql" || run gcloud compute addresses create "$NETWORK-sql" --global \
    --purpose=VPC_PEERING --prefix-length=24 "--network=$NETWORK"
peerings=$(ask gcloud services vpc-peerings list "--network=$NETWORK" "--format=value(reservedPeeringRanges)")
case $peerings in
    *"$NETWORK-sql"*) ;;
    *) run gcloud services vpc-peerings connect --service=servicenetworking.googleapis.com "--ranges=$NETWORK-sql" \
        "--network=$NETWORK" ;;
esac

step "the database's machine, without a public address"
instances=$(ask gcloud sql instances list "--format=value(name)")
if names "$instances" "$instance"; then
    made=$(ask gcloud sql instances describe "$instance" \
        "--format=csv[no-heading](settings.tier,settings.ipConfiguration.ipv4Enabled,region)")
    case $made in
        "$tier,False,$region" | "$tier,false,$region" | "$tier,,$region") ;;
        *,[Tt]rue,*) fail "The instance $instance has a public address. Take it away:" \
            "gcloud sql instances patch $instance --no-assign-ip" ;;
        *) fail "The instance $instance is there with other settings (tier, public address, region: $made)." \
            "Say --tier and --region as they are, or change the instance first." ;;
    esac
else
    run gcloud sql instances create "$instance" --database-version=POSTGRES_16 --edition=enterprise "--tier=$tier" \
        "--region=$region" "--network=projects/$project/global/networks/$NETWORK" --no-assign-ip \
        --connector-enforcement=REQUIRED --ssl-mode=ENCRYPTED_ONLY --storage-auto-increase \
        --backup-start-time=03:00 --retained-backups-count=14 --enable-point-in-time-recovery \
        --retained-transaction-log-days=7 --deletion-protection
fi

step "the database"
databases=$(ask gcloud sql databases list "--instance=$instance" "--format=value(name)")
names "$databases" "$DATABASE" || run gcloud sql databases create "$DATABASE" "--instance=$instance"

step "the database's user, and its address in Secret Manager"
secrets=$(ask gcloud secrets list "--format=value(name)")
names "$secrets" "$SECRET" || run gcloud secrets create "$SECRET" --replication-policy=user-managed \
    "--locations=$region"
versions=$(ask gcloud secrets versions list "$SECRET" "--format=value(name,state)")
secret_version=$(newest_enabled "$versions")
users=$(ask gcloud sql users list "--instance=$instance" "--format=value(name)")
has_user=false
! names "$users" "$DATABASE_USER" || has_user=true
if $has_user && [ -n "$secret_version" ]; then
    note "both are there: version $secret_version of $SECRET"
else
    # A random password. It is only stored in the secret, as part of the database's address; no person needs to see it.
    password=$(random_text)
    dsn=$(printf '%s' "$password" | socket_dsn "$DATABASE_USER" "$DATABASE" "/cloudsql/$connection_name")
    if $has_user; then verb=set-password; else verb=create; fi
    feed "--password, as gcloud's flags file" "--password: \"$password\"" \
        gcloud sql users "$verb" "$DATABASE_USER" "--instance=$instance" --flags-file=-
    secret_version=$(feed "the whole DSN" "$dsn" \
        gcloud secrets versions add "$SECRET" --data-file=- "--format=value(name)")
    secret_version=${secret_version##*/}
fi
if $dry_run; then secret_version=1; fi
[ -n "$secret_version" ] || fail "The secret $SECRET got no version."

step "an account for the server that may do two things"
accounts=$(ask gcloud iam service-accounts list "--format=value(email)")
names "$accounts" "$account" || run gcloud iam service-accounts create "$SERVICE" "--display-name=Vitals server"
run gcloud projects add-iam-policy-binding "$project" "--member=serviceAccount:$account" \
    --role=roles/cloudsql.client --condition=None "--format=value(etag)"
run gcloud secrets add-iam-policy-binding "$SECRET" "--member=serviceAccount:$account" \
    --role=roles/secretmanager.secretAccessor "--format=value(etag)"

step "the image"
if [ -z "$image" ]; then
    repositories=$(ask gcloud artifacts repositories list "--location=$region" "--format=value(name)")
    names "$repositories" "$REPOSITORY" || run gcloud artifacts repositories create "$REPOSITORY" \
        --repository-format=docker "--location=$region"
    built=$repository/$SERVICE:$tag
    # A wrong "not there" only builds it once more.
    digest=$(ask gcloud artifacts docker images describe "$built" "--format=value(image_summary.digest)" 2>/dev/null) \
        || digest=""
    if [ -z "$digest" ]; then
        run gcloud builds submit . "--tag=$built" "--region=$region" --timeout=3600
        digest=$(ask gcloud artifacts docker images describe "$built" "--format=value(image_summary.digest)")
    fi
    if $dry_run; then digest=sha256:DIGEST; fi
    image=$repository/$SERVICE@$digest
fi
case $image in *@sha256:?*) note "image $image" ;; *) fail "The image $image has no digest." ;; esac

settings=("REGION=$region" "PROJECT=$project" "IMAGE=$image" "ACCOUNT=$account" "NETWORK=$NETWORK"
    "CONNECTION_NAME=$connection_name" "SECRET=$SECRET" "SECRET_VERSION=$secret_version" "POOL_SIZE=$pool_size"
    "MIN_INSTANCES=$min_instances" "MAX_INSTANCES=$max_instances" "CONCURRENCY=$concurrency")

step "the schema, before any traffic moves"
job=$(render migrate-job.yaml "${settings[@]}")
feed "migrate-job.yaml, filled in" "$job" gcloud run jobs replace - "--region=$region"
run gcloud run jobs execute "$MIGRATION_JOB" "--region=$region" --wait

step "the server: traffic moves when the new revision is ready"
service=$(render service.yaml "${settings[@]}")
feed "service.yaml, filled in" "$service" gcloud run services replace - "--region=$region"

step "does it answer?"
url=$(ask gcloud run services describe "$SERVICE" "--region=$region" "--format=value(status.url)")
if $dry_run; then url=https://$SERVICE.example; fi
# Without a token, the server itself responds with 401. Google's front end reserves paths that end in z, so
# that /readyz isn't reachable from outside; it would respond with 403 or 404.
answer=$(ask curl --silent --show-error --max-time 60 --output /dev/null "--write-out=%{http_code}" "$url/sync/pull")
if ! $dry_run; then
    [ "$answer" = 401 ] || fail "$url/sync/pull answered $answer, not the server's own 401. Its logs:" \
        "gcloud run services logs read $SERVICE --region=$region --limit=50"
fi
note "the server is at $url"
note "the first user: deploy/cloudrun/add-user.sh --project $project --region $region"
