package io.acp4j.tck;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a run of the kit goes about its work. Immutable; {@link #defaults()} suits a local agent.
 *
 * @param timeout how long the subject may be silent while a response, an update or the end of a turn is due; four times as long
 *     as its slowest response, where that is longer. A scenario may take twelve such waits
 * @param startupTimeout how long the subject may be silent between its start and its response to {@code initialize}; four times as
 *     long as its slowest start, where that is longer
 * @param settle how long to look for what must not come after everything asked for has its response
 * @param jobs how many scenarios run side by side, at least 1
 * @param cwd the working directory that sessions get, absolute
 * @param cancelPrompt what to say to a subject that does not know the prompt vocabulary to keep it busy until it is
 *     cancelled; null when nothing does that
 * @param authMethod the id of the authentication method to use before sessions are made; null for none
 * @param profiles the profiles that the verdict includes besides the published protocol and the proposals that the subject advertises:
 *     {@code rfd} for all open proposals, {@code acp4j} for the rules of this project
 * @param only what to test, none meaning all: ids of requirements, areas such as {@code FORK}, or patterns with {@code *}; the verdict
 *     includes them, whichever profile contains them
 * @param skip what to leave out, named in the same way
 * @param isolated whether each scenario has a process or connection to itself; otherwise scenarios take over connections that
 *     others have left in order, and one that does not pass there runs again on its own, which then decides
 * @param stalledReader how long to wait, over Streamable HTTP, for the server to give up a client that does not read; null to leave that
 *     out, as it takes long
 * @param diskLimit the maximum size in bytes of the temporary file with the messages of a scenario, besides those in memory; a scenario
 *     that reaches the limit stops judging, and the verdict is PARTIAL unless a requirement has failed
 * @since 0.1.0
 */
public record Settings(
        Duration timeout,
        Duration startupTimeout,
        Duration settle,
        int jobs,
        Path cwd,
        @Nullable String cancelPrompt,
        @Nullable String authMethod,
        Set<String> profiles,
        Set<String> only,
        Set<String> skip,
        boolean isolated,
        @Nullable Duration stalledReader,
        long diskLimit) {

    /** How many bytes of messages a scenario may keep in a temporary file unless set otherwise: 256 MB. */
    public static final long DEFAULT_DISK_LIMIT = 256L * 1024 * 1024;

    private static final Set<String> PROFILES = Set.of("rfd", "acp4j");

    /** Checks the limits. */
    public Settings {
        profiles = Set.copyOf(profiles);
        if (!PROFILES.containsAll(profiles)) {
            throw new IllegalArgumentException("Profiles are rfd and acp4j, not " + profiles);
        }
        only = Set.copyOf(only);
        skip = Set.copyOf(skip);
        if (timeout.isNegative() || timeout.isZero() || startupTimeout.isNegative() || startupTimeout.isZero()) {
            throw new IllegalArgumentException("Time-outs must be longer than nothing");
        }
        if (stalledReader != null && (stalledReader.isNegative() || stalledReader.isZero())) {
            throw new IllegalArgumentException("A reader stalls for longer than nothing");
        }
        if (diskLimit < 0) {
            throw new IllegalArgumentException("What may be kept in a file is no less than nothing");
        }
        if (jobs < 1) {
            throw new IllegalArgumentException("At least one scenario must run at a time, not " + jobs);
        }
        if (!cwd.isAbsolute()) {
            throw new IllegalArgumentException("The working directory of sessions must be an absolute path");
        }
    }

    /**
     * Returns the default settings: 30 s for each wait, 60 s for the start, 100 ms to settle, as many scenarios at a time as
     * there are processors, the working directory of this process, 256 MB in a temporary file for each scenario.
     *
     * @return the defaults
     */
    public static Settings defaults() {
        return new Settings(
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofMillis(100),
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                Objects.requireNonNull(Path.of("").toAbsolutePath()),
                null,
                null,
                Set.of(),
                Set.of(),
                Set.of(),
                false,
                null,
                DEFAULT_DISK_LIMIT);
    }

    /**
     * Changes how long the kit waits for the subject.
     *
     * @param timeout for what is due
     * @param startupTimeout for a start
     * @return changed settings
     */
    public Settings withTimeouts(Duration timeout, Duration startupTimeout) {
        return with(copy -> {
            copy.timeout = timeout;
            copy.startupTimeout = startupTimeout;
        });
    }

    /**
     * Changes how long to look for what must not come.
     *
     * @param settle the time
     * @return changed settings
     */
    public Settings withSettle(Duration settle) {
        return with(copy -> copy.settle = settle);
    }

    /**
     * Changes how many scenarios run side by side.
     *
     * @param jobs at least 1
     * @return changed settings
     */
    public Settings withJobs(int jobs) {
        return with(copy -> copy.jobs = jobs);
    }

    /**
     * Changes the working directory that sessions get.
     *
     * @param cwd an absolute path
     * @return changed settings
     */
    public Settings withCwd(Path cwd) {
        return with(copy -> copy.cwd = cwd);
    }

    /**
     * Changes what keeps a subject busy that does not know the prompt vocabulary.
     *
     * @param cancelPrompt the text of the prompt; null for none
     * @return changed settings
     */
    public Settings withCancelPrompt(@Nullable String cancelPrompt) {
        return with(copy -> copy.cancelPrompt = cancelPrompt);
    }

    /**
     * Changes how to authenticate.
     *
     * @param authMethod the id of a method that the subject advertises; null for none
     * @return changed settings
     */
    public Settings withAuthMethod(@Nullable String authMethod) {
        return with(copy -> copy.authMethod = authMethod);
    }

    /**
     * Changes which requirements are tested.
     *
     * @param only the ids of those to test; none for all
     * @param skip the ids of those to leave out
     * @return changed settings
     */
    public Settings withSelection(Collection<String> only, Collection<String> skip) {
        return with(copy -> {
            copy.only = Set.copyOf(only);
            copy.skip = Set.copyOf(skip);
        });
    }

    /**
     * Changes whether scenarios may use a connection one after the other.
     *
     * @param isolated true to give each its own
     * @return changed settings
     */
    public Settings withIsolated(boolean isolated) {
        return with(copy -> copy.isolated = isolated);
    }

    /**
     * Changes how long to wait for the server to give up a client that does not read, over Streamable HTTP.
     *
     * @param stalledReader more than the server waits for such a client; null to leave that out
     * @return changed settings
     */
    public Settings withStalledReader(@Nullable Duration stalledReader) {
        return with(copy -> copy.stalledReader = stalledReader);
    }

    /**
     * Changes how much a scenario may keep in a temporary file.
     *
     * @param bytes of messages, beyond what is kept in memory
     * @return changed settings
     */
    public Settings withDiskLimit(long bytes) {
        return with(copy -> copy.diskLimit = bytes);
    }

    /**
     * Changes what is tested beside the published protocol.
     *
     * @param names {@code rfd} for open proposals, {@code acp4j} for what this project decides
     * @return changed settings
     */
    public Settings withProfiles(String... names) {
        return with(copy -> copy.profiles = Set.of(names));
    }

    /**
     * Returns whether a requirement is to be tested.
     *
     * @param requirement its id
     * @return true when it was chosen and not left out
     */
    public boolean selects(String requirement) {
        return (only.isEmpty() || only.stream().anyMatch(each -> names(each, requirement)))
                && skip.stream().noneMatch(each -> names(each, requirement));
    }

    /**
     * Returns whether a selection names a requirement.
     *
     * @param selection an id, an area, or a pattern in which {@code *} stands for any characters
     * @param requirement the id of a requirement
     * @return true when it does; upper and lower case are the same
     */
    public static boolean names(String selection, String requirement) {
        String pattern = selection.toUpperCase(Locale.ROOT);
        if (pattern.indexOf('*') >= 0) {
            String regex =
                    Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
            return requirement.matches(regex);
        }
        return requirement.equals(pattern)
                || requirement.substring(0, requirement.lastIndexOf('-')).equals(pattern);
    }

    /**
     * Returns whether something is left out, so that a run says nothing about the whole.
     *
     * @return true when there is a selection
     */
    public boolean isPartial() {
        return !only.isEmpty() || !skip.isEmpty();
    }

    private Settings with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new Settings(
                copy.timeout,
                copy.startupTimeout,
                copy.settle,
                copy.jobs,
                copy.cwd,
                copy.cancelPrompt,
                copy.authMethod,
                copy.profiles,
                copy.only,
                copy.skip,
                copy.isolated,
                copy.stalledReader,
                copy.diskLimit);
    }

    /** A copy that differs in something. */
    private static final class Copy {

        private Duration timeout;
        private Duration startupTimeout;
        private Duration settle;
        private int jobs;
        private Path cwd;
        private @Nullable String cancelPrompt;
        private @Nullable String authMethod;
        private Set<String> profiles;
        private Set<String> only;
        private Set<String> skip;
        private boolean isolated;
        private @Nullable Duration stalledReader;
        private long diskLimit;

        Copy(Settings settings) {
            timeout = settings.timeout;
            startupTimeout = settings.startupTimeout;
            settle = settings.settle;
            jobs = settings.jobs;
            cwd = settings.cwd;
            cancelPrompt = settings.cancelPrompt;
            authMethod = settings.authMethod;
            profiles = settings.profiles;
            only = settings.only;
            skip = settings.skip;
            isolated = settings.isolated;
            stalledReader = settings.stalledReader;
            diskLimit = settings.diskLimit;
        }
    }
}
