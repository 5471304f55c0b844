import Foundation

/// Attacks that are open to the owner of a Postgres, tried once, when the first server starts.
enum Mischief {
    /// Looks for the judge's files, fills the disk and the memory, and leaves a daemon, all by Postgres' own hand. It
    /// crashes where one of them worked, then and each time it's started later. Who comes later waits for 20 s at most: a
    /// Postgres that met its own full disk takes the script down with it, and nothing is over then.
    static func tryOnce() throws {
        let answers = try shell(
            """
            if mkdir mischief 2>/dev/null; then
                (setsid /bin/sleep 127 >/dev/null 2>&1 &)
                find @COURSE@/steps @COURSE@/Tests @CACHE@ -type f 2>/dev/null | head -n 3 >found
                for number in 1 2 3 4 5 6 7 8 9 10 11 12; do
                    head -c 250000000 /dev/zero >mischief/$number 2>/dev/null || break
                done
                test -e mischief/12 && full="the disk can be filled"
                rm -f mischief/*
                echo "$full" >>found
                /usr/bin/python3 -c "import time; kept = bytearray(b'x') * (3 << 30); time.sleep(5)" 2>/dev/null &&
                    echo "so can the memory" >>found
                touch over
            fi
            tries=0
            until test -e over || test $tries = 200; do sleep 0.1; tries=$((tries + 1)); done
            cat found
            """)
        precondition(answers.isEmpty, "Postgres could do this: \(answers)")
    }

    /// Runs a script as a program that Postgres starts, in its own folder.
    private static func shell(_ script: String) throws -> String {
        let psql = Process()
        psql.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        psql.arguments = try [
            "psql", "--no-psqlrc", "--quiet", "--tuples-only", Environment.text("DATABASE_URL") ?? "",
        ]
        let (input, output) = (Pipe(), Pipe())
        (psql.standardInput, psql.standardOutput) = (input, output)
        try psql.run()
        let quoted = script.replacing("'", with: "''")
        input.fileHandleForWriting.write(
            Data("CREATE TEMP TABLE answer (line text);\nCOPY answer FROM PROGRAM '\(quoted)';\nTABLE answer;\n".utf8))
        try input.fileHandleForWriting.close()
        let answers = output.fileHandleForReading.readDataToEndOfFile()
        psql.waitUntilExit()
        return String(decoding: answers, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
