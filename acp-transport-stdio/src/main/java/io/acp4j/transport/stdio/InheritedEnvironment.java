package io.acp4j.transport.stdio;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Decides which variables of this process a child gets. */
final class InheritedEnvironment {

    /** What programs need to find themselves, their user and their language, and nothing that holds secrets. */
    private static final Set<String> POSIX = Set.of(
            "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TERM", "TZ", "TMPDIR", "TEMP", "TMP");

    private static final Set<String> WINDOWS = Set.of(
            "APPDATA",
            "COMSPEC",
            "HOMEDRIVE",
            "HOMEPATH",
            "LOCALAPPDATA",
            "NUMBER_OF_PROCESSORS",
            "OS",
            "PATHEXT",
            "PROCESSOR_ARCHITECTURE",
            "PROGRAMDATA",
            "PROGRAMFILES",
            "PROGRAMFILES(X86)",
            "SYSTEMDRIVE",
            "SYSTEMROOT",
            "USERDOMAIN",
            "USERNAME",
            "USERPROFILE",
            "WINDIR");

    private static final String LOCALE_PREFIX = "LC_";

    private final boolean windows;
    private final Set<String> names = new TreeSet<>();
    private final Map<String, String> added = new TreeMap<>();
    private boolean all;

    InheritedEnvironment(boolean windows) {
        this.windows = windows;
    }

    static InheritedEnvironment ofThisSystem() {
        return new InheritedEnvironment(
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows"));
    }

    void inherit(String name) {
        names.add(normal(name));
    }

    void inheritAll() {
        all = true;
    }

    void add(String name, String value) {
        added.put(name, value);
    }

    /** Removes what is not to be inherited and adds what was asked for. */
    void applyTo(Map<String, String> environment) {
        environment.keySet().removeIf(name -> !isInherited(name));
        environment.putAll(added);
    }

    private boolean isInherited(String name) {
        String normal = normal(name);
        return all
                || POSIX.contains(normal)
                || normal.startsWith(LOCALE_PREFIX)
                || (windows && WINDOWS.contains(normal))
                || names.contains(normal);
    }

    private String normal(String name) {
        return windows ? name.toUpperCase(Locale.ROOT) : name;
    }
}
