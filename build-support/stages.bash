# Functions for the scripts that run the stages of .ci/run; each of them sources this file from the project's directory.
# A stage records its result below $stages, which stage-summary reads:
#   results.tsv     stage, passed, failed, skipped
#   failures.txt    text of each failure, which begins with "--- "
#   flaky.tsv       stage, test, first line of the message
#   flaky.txt       text of each flaky test, which begins with "--- "
#   logs, reports   output and test reports of each stage
# shellcheck shell=bash

stages=target/ci
mkdir -p "$stages/logs" "$stages/reports"
[[ -e $stages/started ]] || date +%s >"$stages/started"

heading() { # text: prints it with the time since the first stage began
    local seconds=$(($(date +%s) - $(<"$stages/started")))
    printf '\n=== [%d:%02d] %s\n' $((seconds / 60)) $((seconds % 60)) "$*"
}

file_name() { # stage: its name without characters that a path should not contain
    tr -cs 'A-Za-z0-9.\n' '-' <<<"$1"
}

current_load() { # of the machine, over 1, 5 and 15 minutes
    cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || echo unknown
}

record_failure() { # title; the text is read from standard input
    { echo "--- $1"; sed 's/^/    /'; } >>"$stages/failures.txt"
}

record_flaky() { # stage, test, first line of the message; the text is read from standard input
    printf '%s\t%s\t%s\n' "$1" "$2" "$(printf %s "$3" | tr '\t\n' '  ' | cut -c 1-300)" >>"$stages/flaky.tsv"
    {
        echo "--- $1: $2 (load ${load:-$(current_load)})"
        sed 's/^/    /'
    } >>"$stages/flaky.txt"
    heading "FLAKY: $1: $2: ${3:0:300}"
}

record_result() { # stage, passed, failed, skipped: a stage in which nothing ran counts as one failure
    local failed=$3
    if (($2 + failed == 0)); then
        failed=1
        record_failure "$1: no test ran" </dev/null
    fi
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$failed" "$4" >>"$stages/results.tsv"
    heading "$1: $2 passed, $failed failed, $4 skipped"
}
