package io.acp4j.process;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides which variables of this process a child gets.
 *
 * <p>By default, those that programs need to find their files, their user and their language: {@code PATH}, {@code HOME},
 * {@code USER}, {@code LOGNAME}, {@code SHELL}, {@code LANG}, {@code LANGUAGE}, {@code LC_*}, {@code TERM}, {@code TZ},
 * {@code TMPDIR}, {@code TEMP}, {@code TMP}, and on Windows the variables that name the system's and the user's directories.
 * Secrets that lie in other variables stay here. Not safe for use by several threads while it is changed.
 *
 * @since 0.1.0
 */
public final class InheritedEnvironment {

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
    private final Map<String, String> added;
    private boolean all;

    InheritedEnvironment(boolean windows) {
        this.windows = windows;
        this.added = windows ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
    }

    /**
     * Starts with the variables that are always passed on.
     *
     * @return an allow-list for the system that this program runs on
     */
    public static InheritedEnvironment ofThisSystem() {
        return new InheritedEnvironment(
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows"));
    }

    /**
     * Passes on a variable of this process.
     *
     * @param name its name; when it is not set here, it is not set there
     */
    public void inherit(String name) {
        names.add(normal(name));
    }

    /** Passes on the whole environment of this process, with all the secrets that may be in it. */
    public void inheritAll() {
        all = true;
    }

    /**
     * Adds a variable, which takes precedence over one of this process, and over one that was added before. On Windows {@code PATH} is
     * {@code Path}.
     *
     * @param name its name
     * @param value its value
     */
    public void add(String name, String value) {
        added.put(name, value);
    }

    /**
     * Removes what is not to be inherited and adds what was asked for.
     *
     * @param environment that of the process to be, with all variables of this process in it
     */
    public void applyTo(Map<String, String> environment) {
        // Two that differ in case only would both be passed on, and Windows would take either.
        environment
                .entrySet()
                .removeIf(entry -> added.containsKey(entry.getKey())
                        ? windows || !Objects.equals(added.get(entry.getKey()), entry.getValue())
                        : !isInherited(entry.getKey()));
        // Java cannot decode some inherited bytes, but keeps them unless the value is replaced.
        added.forEach(environment::putIfAbsent);
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
