extension Command {
    /// Returns a command that, when interrupted, ends a build's compilers instead of the build itself.
    ///
    /// SwiftPM records what it has built when it ends, all at once. When it is interrupted, it records nothing. When a
    /// compiler fails, though, it starts no other compiler and ends as usual. So the script ends the compilers.
    package func endingGently() -> Command {
        var command = self
        command.executable = "/bin/sh"
        command.arguments = ["-c", Self.gently, "vitals-build", executable] + arguments
        return command
    }

    /// Ignores a broken pipe: once we are killed, nothing reads the build's output, and the build should still end
    /// properly.
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
