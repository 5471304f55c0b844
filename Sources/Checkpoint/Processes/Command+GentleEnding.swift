extension Command {
    /// The same, but that an interrupt ends what a build has started, and not the build itself.
    ///
    /// SwiftPM notes what it has built when it ends, all at once; interrupted, it ends without. Where a compiler fails, though,
    /// it starts no other one and ends as it always does. So that's what happens: its compilers are ended.
    func endingGently() -> Command {
        var command = self
        command.executable = "/bin/sh"
        command.arguments = ["-c", Self.gently, "vitals-build", executable] + arguments
        return command
    }

    /// A broken pipe is ignored: when we are killed, nobody reads what the build prints, and it's to end in order all the same.
    private static let gently = """
        trap '' PIPE
        trap 'ending=yes' INT TERM HUP
        ending=
        "$@" & build=$!
        wait "$build"
        status=$?
        [ -n "$ending" ] || exit "$status"
        children() { cat /proc/"$1"/task/*/children 2>/dev/null || pgrep -P "$1"; }
        end() {
            for child in $(children "$1"); do
                end "$child"
                kill -TERM "$child" 2>/dev/null
            done
        }
        tries=0
        while kill -0 "$build" 2>/dev/null && [ "$tries" -lt 125 ]; do
            end "$build"
            tries=$((tries + 1))
            sleep 0.2
        done
        kill -INT "$build" 2>/dev/null && sleep 2 && kill -KILL "$build" 2>/dev/null
        exit 130
        """
}
