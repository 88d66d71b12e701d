# Builds target/launch/acp.jar for ./acp, which sources this file. Runs in bash 3.2, the version of macOS.
#
# The jar is built if it is missing or older than a source or POM of a module, so that a checkout never runs old code after
# a pull. No other build writes this file, because a program fails in unexpected ways if its jar is overwritten while it runs. Environment variables:
#   ACP_BUILD=never   runs the jar as it is
#   ACP_BUILD_WAIT    seconds to wait for a build that another process runs in this checkout; 900 by default
#   ACP_JDK_DIRS      directories of JDKs to search, separated by colons, instead of the usual ones
#   MAVEN_OPTS        replaces the JVM options of the build
# shellcheck shell=bash

# shellcheck source=toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_directory=$checkout/target/launch
jar=$build_directory/acp.jar
build_log=$build_directory/build.log
build_lock=$build_directory/lock
build_group='' # process group of a running build
has_lock=''

say() { printf 'acp: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Sets java to the command that runs the jar, after building the jar if necessary.
prepare_acp() {
    if [[ ${ACP_BUILD:-} == never ]]; then
        [[ -r $jar ]] || fail "$jar does not exist, and ACP_BUILD=never forbids building it."
    elif is_jar_outdated; then
        find_java jdk acp || exit 1
        export JAVA_HOME=$java_home
        build_acp
    fi
    find_java runtime acp || exit 1
    java=$java_home/bin/java
}

is_jar_outdated() { # a directory is newer after a file in it was deleted
    [[ ! -r $jar || -n $(find "$checkout/pom.xml" "$checkout"/*/pom.xml "$checkout"/*/src/main "$checkout"/*/src/generated \
        -newer "$jar" 2>/dev/null | head -n 1) ]]
}

build_acp() {
    mkdir -p "$build_directory" 2>/dev/null || fail "The build needs to write to $build_directory. ACP_BUILD=never runs a jar that exists."
    trap stop_build EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
    acquire_lock
    if is_jar_outdated; then # unless another process has built it while this one waited
        run_maven
    fi
    release_lock
    trap - EXIT INT TERM HUP
}

stop_build() {
    local attempt
    trap '' INT TERM HUP
    if [[ -n $build_group ]]; then
        kill -TERM -- "-$build_group" 2>/dev/null || true
        for ((attempt = 0; attempt < 100; attempt++)); do # Maven has ten seconds
            kill -0 -- "-$build_group" 2>/dev/null || break
            sleep 0.1
        done
        kill -KILL -- "-$build_group" 2>/dev/null || true
        clear_line
        say "The build was interrupted."
    fi
    release_lock
}

# A directory is the lock, since mkdir is atomic everywhere. The file in it names the processes that hold it.
acquire_lock() {
    local owners seconds=0 limit=${ACP_BUILD_WAIT:-900}
    until mkdir "$build_lock" 2>/dev/null; do
        owners=$(cat "$build_lock/owners" 2>/dev/null) || owners=''
        if [[ -n $owners ]] && ! is_any_alive "$owners" && take_lock_of "$owners"; then break; fi
        if ((seconds == 0)); then say "Waiting for another build of this checkout (process ${owners:-unknown})."; fi
        ((seconds < limit)) \
            || fail "Another build of this checkout has not ended after $limit seconds. If none is running, remove $build_lock."
        sleep 1
        seconds=$((seconds + 1))
    done
    echo $$ >"$build_lock/owners"
    has_lock=yes
}

release_lock() {
    if [[ -n $has_lock ]]; then rm -rf "$build_lock"; fi
    has_lock=''
}

is_any_alive() { # process IDs separated by blanks
    local process
    for process in $1; do
        if kill -0 "$process" 2>/dev/null; then return 0; fi
    done
    return 1
}

take_lock_of() { # dead owners; among the processes that wait, the one that creates the inner directory may replace them
    local inner="$build_lock/after-${1// /-}" taken=1
    mkdir "$inner" 2>/dev/null || return 1
    if [[ $(cat "$build_lock/owners" 2>/dev/null) == "$1" ]]; then
        echo $$ >"$build_lock/owners"
        taken=0
    fi
    rmdir "$inner"
    return $taken
}

run_maven() {
    local status=0 started=$SECONDS unfinished=$build_directory/unfinished built=$checkout/acp-cli/target/launch/acp.jar
    if [[ -r $jar ]]; then
        say "Building acp in $checkout."
    else
        say "Building acp in $checkout. The first build downloads about 50 MB."
    fi
    # A build that was killed can leave half a file, which the next one would consider up to date.
    if [[ -e $unfinished ]]; then rm -rf "$checkout"/*/target/launch; fi
    touch "$unfinished" "$build_lock/started"
    export MAVEN_OPTS=${MAVEN_OPTS:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC}
    set -m # a process group of its own, which can be ended as a whole
    maven_output | show_progress &
    build_group=$(jobs -p)
    set +m
    echo "$$ $build_group" >"$build_lock/owners"
    wait $! || status=$?
    build_group=''
    clear_line
    if ((status < 128)); then rm "$unfinished"; fi # otherwise a signal has ended it
    if ((status != 0)); then
        show_failure
        fail "The build failed. The whole log is in $build_log"
    fi
    # The start of the build counts, because a source can change while it runs. The move leaves a program that runs the old jar intact.
    touch -r "$build_lock/started" "$built"
    mv -f "$built" "$jar"
    say "Built in $((SECONDS - started)) s."
}

maven_output() { # its last line is the exit status
    local status=0
    (cd "$checkout" && exec ./mvnw -B -Dstyle.color=never -T 1C -Dlaunch -pl acp-cli -am package) 2>&1 </dev/null || status=$?
    printf '\nexit status %d\n' "$status" # Maven writes a colour sequence without an end of line
}

clear_line() {
    if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# Copies Maven's output to the log, and reports modules and downloads: in one line that is rewritten on a terminal, otherwise in a
# line for each module, and for the downloads of every ten seconds. Returns the exit status of Maven.
show_progress() {
    local line module='' modules=0 files=0 kilobytes=0 reported=$SECONDS status=1
    local building='^\[INFO\] Building ([^ ]+) .*\[[0-9]+/([0-9]+)\]$'
    local downloaded='Downloaded from [^ ]+ [^ ]+ \(([0-9]+)(\.([0-9]))?[0-9]* ([kMG]?)B'
    while IFS= read -r line; do
        if [[ $line == 'exit status '* ]]; then
            status=${line##* }
            continue
        fi
        printf '%s\n' "$line" >&4
        if [[ $line =~ $downloaded ]]; then
            files=$((files + 1))
            case ${BASH_REMATCH[4]} in
                k) kilobytes=$((kilobytes + BASH_REMATCH[1])) ;;
                M) kilobytes=$((kilobytes + BASH_REMATCH[1] * 1000 + ${BASH_REMATCH[3]:-0} * 100)) ;;
            esac
            if [[ ! -t 2 ]] && ((SECONDS - reported < 10)); then continue; fi
        elif [[ $line =~ $building ]]; then
            modules=$((modules + 1)) # modules that start at the same time are not reported in their order
            module="$modules of ${BASH_REMATCH[2]}: ${BASH_REMATCH[1]}"
        elif [[ $line == mvnw:* ]]; then
            module="${line#mvnw: }"
        else
            continue
        fi
        reported=$SECONDS
        line=$module
        if ((files > 0)); then line+="${line:+, }$files files ($((kilobytes / 1000)) MB) downloaded"; fi
        if [[ -t 2 ]]; then printf '\r\033[K%s' "${line:0:${COLUMNS:-80}-1}" >&2; else say "$line"; fi
    done 4>"$build_log"
    return "$status"
}

show_failure() {
    local reason
    reason=$(grep -E '^\[ERROR\] .|^mvnw: ' "$build_log" \
        | grep -vE 'To see the full stack trace|Re-run Maven using|For more information|\[Help 1\] http|After correcting|mvn <args>' \
        | cut -c 1-400 | head -n 12) || reason=$(tail -n 12 "$build_log")
    printf '%s\n' "$reason" >&2
    if grep -qE 'Could not transfer|offline mode' "$build_log"; then
        say "The first build needs the network, or a mirror or proxy in ~/.m2/settings.xml."
    fi
}
