# Finds Java and Maven for ./acp and ./mvnw, which source this file. Runs in bash 3.2, the version of macOS.
# shellcheck shell=bash

: "${HOME:=$(cd ~ && pwd)}" # programs that start without a login may not have it
minimum_java=17

# Installed JDKs to search after JAVA_HOME and the PATH. ACP_JDK_DIRS replaces the list: home directories, separated by colons.
jdk_directories() {
    if [[ -n ${ACP_JDK_DIRS+set} ]]; then
        tr ':' '\n' <<<"$ACP_JDK_DIRS"
    else
        printf '%s\n' /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
            /Library/Java/JavaVirtualMachines/*/Contents/Home {/opt/homebrew,/usr/local}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
    fi
}

java_on_path() { # the home directory of the java on the PATH, even if that is a script of a version manager
    local java home
    java=$(command -v java) || return 0
    home=$(dirname "$(dirname "$(readlink -f "$java")")")
    if [[ ! -r $home/release ]]; then
        home=$("$java" -XshowSettings:properties -version 2>&1 </dev/null | sed -nE 's/^ *java\.home = (.*[^[:space:]]).*/\1/p')
    fi
    if [[ -n $home ]]; then echo "$home"; fi
}

java_release() { # home directory -> feature release of its Java; prints nothing if it has none
    [[ -x $1/bin/java ]] || return 0
    {
        if [[ -r $1/release ]]; then cat "$1/release"; else "$1/bin/java" -version 2>&1 </dev/null; fi
    } | sed -nE 's/^(JAVA_VERSION=|.* version )"(1\.)?([0-9]+).*/\3/p' | head -n 1
}

# Sets java_home to the first JDK, or with "runtime" the first Java, that is new enough. Reports what was found if there is none.
find_java() { # jdk or runtime, name of the program
    local kind=$1 program=$2 origin home release fault rejected='' overruled=''
    java_home=''
    while IFS='=' read -r origin home; do
        [[ -n $home ]] || continue
        release=$(java_release "$home")
        if [[ -z $release ]]; then
            if [[ $origin == installed ]]; then continue; fi
            fault="contains no bin/java"
        elif ((release < minimum_java)); then
            fault="is Java $release"
        elif [[ $kind == jdk && ! -x $home/bin/javac ]]; then
            fault="is Java $release without the compiler javac: a runtime, not a JDK"
        else
            java_home=$home
            if [[ $kind == jdk && -n $overruled ]]; then
                printf '%s: using Java %s in %s, because\n%s' "$program" "$release" "$home" "$overruled" >&2
            fi
            return
        fi
        rejected+="  $origin: $home $fault"$'\n'
        if [[ $origin != installed ]]; then overruled=$rejected; fi
    done < <(
        printf 'JAVA_HOME=%s\nPATH=%s\n' "${JAVA_HOME:-}" "$(java_on_path)"
        jdk_directories | sed 's/^/installed=/'
    )
    printf '%s\n' "$program: No JDK $minimum_java or later was found." >&2
    printf '%s' "${rejected:-"  JAVA_HOME is not set, and java is not on the PATH."$'\n'}" >&2
    cat >&2 <<'TXT'
Install a JDK, or set JAVA_HOME to the directory of an installed one:
  Debian, Ubuntu   apt-get install openjdk-17-jdk-headless (or openjdk-21-jdk-headless)
  Fedora, RHEL     dnf install java-21-openjdk-devel
  macOS            brew install openjdk@21
  SDKMAN!          sdk install java
  Windows          use WSL and its package manager, or Git Bash with a JDK from https://adoptium.net
TXT
    return 1
}

installed_maven() { # prints the path of mvn if it is a version that this build supports: 3.8 or later, before 4
    local mvn minor
    mvn=$(command -v mvn) || return 0
    minor=$("$mvn" -v 2>/dev/null </dev/null | sed -nE 's/.*Apache Maven 3\.([0-9]+).*/\1/p' | head -n 1)
    if ((${minor:-0} >= 8)); then echo "$mvn"; fi
}

# Java reads no https_proxy. Prints the system properties for the variables that curl honours, one per line. A proxy that needs a
# password belongs in Maven's settings.xml, because the arguments of a process are public.
proxy_properties() {
    local scheme proxy entry found='' direct='localhost|127.*|[::1]'
    for scheme in http https; do
        case $scheme in
            http) proxy=${http_proxy:-${all_proxy:-${ALL_PROXY:-}}} ;;
            https) proxy=${https_proxy:-${HTTPS_PROXY:-${all_proxy:-${ALL_PROXY:-}}}} ;;
        esac
        proxy=${proxy#*://} proxy=${proxy%%/*} proxy=${proxy##*@}
        [[ -n $proxy ]] || continue
        found=yes
        echo "-D$scheme.proxyHost=${proxy%:*}"
        if [[ $proxy == *:* ]]; then echo "-D$scheme.proxyPort=${proxy##*:}"; fi
    done
    [[ -n $found ]] || return 0
    for entry in $(tr ',' ' ' <<<"${no_proxy:-${NO_PROXY:-}}"); do
        entry=${entry#.}
        direct+="|$entry|*.$entry"
    done
    echo "-Dhttp.nonProxyHosts=$direct"
}
