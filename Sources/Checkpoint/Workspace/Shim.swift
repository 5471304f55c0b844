internal import CheckpointCourse
internal import Foundation

/// The workspace's own `./vitals-course`, which runs the clone's launcher.
enum Shim {
    static let name = "vitals-course"

    static let file = TreeFile(Data(script.utf8), isExecutable: true)

    private static let script = #"""
        #!/bin/sh
        # Hands over to the launcher in the clone of the course. Where that lies stands in .vitals/course;
        # VITALS_COURSE, when it is set, comes first.
        case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
        clone=${VITALS_COURSE:-}
        if [ -z "$clone" ] && [ -r "$here/.vitals/course" ]; then IFS= read -r clone <"$here/.vitals/course"; fi
        if [ -n "$clone" ] && [ -x "$clone/vitals-course" ]; then exec "$clone/vitals-course" "$@"; fi
        {
            echo "vitals-course: the clone of the course is not at ${clone:-the place that .vitals/course should name}."
            echo "If it has moved, tell this workspace where it is now:"
            echo "    echo /path/to/vitals > '$here/.vitals/course'"
            echo "or say so for once: VITALS_COURSE=/path/to/vitals $0"
        } >&2
        exit 4

        """#
}
