import Foundation

@testable import CheckpointCourse
@testable import CheckpointSystem

/// The scripts of `deploy/cloudrun`, with a `gcloud` and a `curl` that only record how they're called.
struct CloudRunFixture {
    /// The path of Google's own `gcloud`, for tests that may take a minute.
    static let installedProgram: String? = {
        guard ProcessInfo.processInfo.environment["VITALS_LARGE_TESTS"] != nil else { return nil }
        return ExecutableSearch.folder(holding: ["gcloud"], in: ExecutableSearch.path()).map { $0 + "/gcloud" }
    }()

    let folder: String

    static func with(_ body: @Sendable (CloudRunFixture) async throws -> Void) async throws {
        try await Resources.using { resources in
            try await body(try CloudRunFixture(folder: try await resources.makeDirectory("vitals-cloudrun")))
        }
    }

    init(folder: String) throws {
        self.folder = folder
        for (name, text) in [("gcloud", Self.gcloud), ("curl", Self.curl)] {
            try TreeFile(Data(text.utf8), isExecutable: true).write(to: "\(folder)/bin/\(name)")
        }
        try TreeFile("").write(to: "\(folder)/there/empty")
    }

    func run(
        _ script: String, _ arguments: [String], environment: [String: String?] = [:]
    ) async throws -> Command.Result {
        var command = Command("\(TestPaths.root)/deploy/cloudrun/\(script).sh", arguments)
        command.directory = "/"
        command.environment = ["PATH": "\(folder)/bin:/usr/bin:/bin", "BASH_ENV": nil].merging(environment) { $1 }
        command.timeoutSeconds = 300
        return try await command.capture()
    }

    /// Deploys with the image's version given, so that the script doesn't look at a clone.
    func deploy(_ options: String...) async throws -> Command.Result {
        try await run("deploy", ["--project", "my-project", "--tag", "v1"] + options)
    }

    /// Returns the command lines since the last call, without those that only read.
    func changes() -> [String] {
        calls().filter { call in ![" list", " describe ", "curl "].contains { call.contains($0) } }
    }

    /// Returns the command lines since the last call.
    func calls() -> [String] {
        defer { unlink("\(folder)/calls") }
        return lines("calls")
    }

    /// Returns everything that was written to the standard input of commands.
    func inputs() -> String { (try? String(contentsOfFile: "\(folder)/inputs", encoding: .utf8)) ?? "" }

    /// True if gcloud was allowed to write its log.
    var hasLog: Bool { FileManager.default.fileExists(atPath: "\(folder)/log") }

    /// Makes commands that begin with these words fail from now on.
    func fail(_ words: String) throws { try TreeFile(words).write(to: "\(folder)/fail") }

    /// Sets the status that `curl` returns.
    func answer(_ status: String) throws { try TreeFile(status).write(to: "\(folder)/there/answer") }

    /// Creates a resource, or removes it.
    func set(_ kind: String, to text: String) throws { try TreeFile(text).write(to: "\(folder)/there/\(kind)") }

    private func lines(_ name: String) -> [String] {
        ((try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? "").split(separator: "\n").map(
            String.init)
    }

    private static let curl = #"""
        #!/bin/sh
        here=${0%/bin/*}
        echo "curl $*" >>"$here/calls"
        if [ -f "$here/there/answer" ]; then cat "$here/there/answer"; else printf 401; fi

        """#

    /// The fake `gcloud`. It records what it's asked to create: a file for each kind, with a name on each line.
    private static let gcloud = #"""
        #!/bin/sh
        here=${0%/bin/*}
        there=$here/there
        echo "gcloud $*" >>"$here/calls"
        # As gcloud does, which logs flags from standard input too.
        [ "$CLOUDSDK_CORE_DISABLE_FILE_LOGGING" = true ] || tee "$here/log" </dev/stdin >>"$here/inputs"
        cat >"$here/input"
        cat "$here/input" >>"$here/inputs"
        echo >>"$here/inputs"
        if [ -n "$REAL_GCLOUD" ]; then
            "$REAL_GCLOUD" "$@" <"$here/input" >"$here/answer" 2>&1
            case $(cat "$here/answer") in
                *"active account"* | *NoActiveAccount*) ;;
                *) cat "$here/answer" >&2; exit 1 ;;
            esac
        fi
        if [ -f "$here/fail" ]; then
            case "$*" in "$(cat "$here/fail")"*) echo "ERROR: (gcloud) quota exceeded" >&2; exit 1 ;; esac
        fi
        kind=""
        while [ $# -gt 0 ]; do
            case $1 in
                create | list | describe | add | connect | submit | destroy | set-password) break ;;
                enable | replace | execute | add-iam-policy-binding) exit 0 ;;
            esac
            kind=$kind-$1
            shift
        done
        verb=$1 name=$2
        case $kind-$verb in
            -sql-instances-describe) cat "$there/instance" ;;
            -artifacts-docker-images-describe) [ -f "$there/image" ] && echo sha256:0123abcd ;;
            -builds-submit) touch "$there/image" ;;
            -run-services-describe)
                case "$*" in
                    *status.url*) echo https://vitals-server-1.a.run.app ;;
                    *) echo registry/vitals-server@sha256:0123abcd ;;
                esac ;;
            -secrets-versions-add)
                number=$(($(grep -c . "$there/versions-$name" 2>/dev/null) + 1))
                echo "projects/1/secrets/$name/versions/$number" | tee -a "$there/versions-$name" ;;
            -secrets-versions-list) sed 's/$/\tENABLED/' "$there/versions-$name" 2>/dev/null || true ;;
            -services-vpc-peerings-connect) echo vitals-sql >"$there/peerings" ;;
            -services-vpc-peerings-list) cat "$there/peerings" 2>/dev/null || true ;;
            -iam-service-accounts-create) echo "$name@my-project.iam.gserviceaccount.com" >>"$there/$kind" ;;
            -sql-instances-create)
                echo "$name" >>"$there/$kind"
                echo "db-f1-micro,False,europe-west1" >"$there/instance" ;;
            *-create) echo "$name" >>"$there/$kind" ;;
            *-list) cat "$there/$kind" 2>/dev/null || true ;;
        esac

        """#
}
