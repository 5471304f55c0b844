#!/usr/bin/env bash
# Adds a user to the server that deploy.sh deployed, and prints the user's token on standard output, only this once.
# Everything else goes to standard error. The token never appears in an argument or a log: it travels through Secret Manager,
# and its version is destroyed once the user is added.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
# shellcheck source=deploy/cloudrun/lib.sh
. deploy/cloudrun/lib.sh

usage() {
    cat <<'USAGE'
Usage: deploy/cloudrun/add-user.sh --project ID [options]

  --project ID         as with deploy.sh
  --region REGION      as with deploy.sh; default: europe-west1
  --instance NAME      as with deploy.sh; default: vitals
  --dry-run            print each command without running it
  --help               print this

Exit status: 0 if the user was added, 1 if a step failed, 2 for wrong usage.
USAGE
}

project="" region=europe-west1
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
        *) wrong_usage "$option is unknown." ;;
    esac
done
[ -n "$project" ] || wrong_usage "--project is missing."
account=$SERVICE@$project.iam.gserviceaccount.com

if ! $dry_run; then exec 3>&2; fi
token_version=""
forget_token() {
    [ -n "$token_version" ] || return 0
    run gcloud secrets versions destroy "$token_version" "--secret=$TOKEN_SECRET" >&3
}
trap 'report_end; forget_token' EXIT
quiet_gcloud "$project"
step_count=4

step "the server and the address of its database"
image=$(ask gcloud run services describe "$SERVICE" "--region=$region" \
    "--format=value(spec.template.spec.containers[0].image)")
versions=$(ask gcloud secrets versions list "$SECRET" "--format=value(name,state)")
secret_version=$(newest_enabled "$versions")
if $dry_run; then image=IMAGE secret_version=1; fi
if [ -z "$image" ] || [ -z "$secret_version" ]; then fail "There is no server yet; deploy/cloudrun/deploy.sh makes it."; fi

step "a token, in Secret Manager"
secrets=$(ask gcloud secrets list "--format=value(name)")
names "$secrets" "$TOKEN_SECRET" || run gcloud secrets create "$TOKEN_SECRET" --replication-policy=user-managed \
    "--locations=$region" >&3
run gcloud secrets add-iam-policy-binding "$TOKEN_SECRET" "--member=serviceAccount:$account" \
    --role=roles/secretmanager.secretAccessor "--format=value(etag)" >&3
token=$(random_text)
token_version=$(feed "the token" "$token" gcloud secrets versions add "$TOKEN_SECRET" --data-file=- \
    "--format=value(name)")
token_version=${token_version##*/}
if $dry_run; then token_version=1; fi

step "the user"
job=$(render add-user-job.yaml "REGION=$region" "IMAGE=$image" "ACCOUNT=$account" "NETWORK=$NETWORK" \
    "CONNECTION_NAME=$project:$region:$instance" "SECRET=$SECRET" "SECRET_VERSION=$secret_version" \
    "TOKEN_SECRET=$TOKEN_SECRET" "TOKEN_VERSION=$token_version")
feed "add-user-job.yaml, filled in" "$job" gcloud run jobs replace - "--region=$region" >&3
run gcloud run jobs execute "$ADD_USER_JOB" "--region=$region" --wait >&3

step "the token's copy in Secret Manager is destroyed"
forget_token
token_version=""
if ! $dry_run; then printf '%s\n' "$token"; fi
