package io.acp4j.tck;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a run of the kit. Immutable; {@link #defaults()} suits a local agent.
 *
 * @since 0.1.0
 */
public final class Settings {

    /** The default of {@link #diskLimit()} in bytes: 256 MB. */
    public static final long DEFAULT_DISK_LIMIT = 256L * 1024 * 1024;

    private static final Set<String> PROFILES = Set.of("rfd", "acp4j");

    private final Duration timeout;
    private final Duration startupTimeout;
    private final Duration settle;
    private final int jobs;
    private final Path cwd;
    private final @Nullable String cancelPrompt;
    private final @Nullable String authMethod;
    private final Set<String> profiles;
    private final Set<String> only;
    private final Set<String> skip;
    private final boolean isolated;
    private final @Nullable Duration stalledReader;
    private final long diskLimit;

    private Settings(Builder builder) {
        timeout = builder.timeout;
        startupTimeout = builder.startupTimeout;
        settle = Objects.requireNonNull(builder.settle, "settle");
        jobs = builder.jobs;
        cwd = builder.cwd;
        cancelPrompt = builder.cancelPrompt;
        authMethod = builder.authMethod;
        profiles = builder.profiles;
        only = builder.only;
        skip = builder.skip;
        isolated = builder.isolated;
        stalledReader = builder.stalledReader;
        diskLimit = builder.diskLimit;
        if (!PROFILES.containsAll(profiles)) {
            throw new IllegalArgumentException("Profiles are rfd and acp4j, not " + profiles);
        }
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

    /** {@return the documented defaults} */
    public static Settings defaults() {
        return builder().build();
    }

    /** {@return a builder that holds the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * {@return the time for which the subject may be silent while a response, an update or the end of a turn is due} It is extended to four
     * times the slowest response of the subject, if that is longer. A scenario may take twelve such waits. Default 30 s.
     */
    public Duration timeout() {
        return timeout;
    }

    /**
     * {@return the time for which the subject may be silent between its start and its response to {@code initialize}} It is extended to
     * four times the slowest start of the subject, if that is longer. Default 60 s.
     */
    public Duration startupTimeout() {
        return startupTimeout;
    }

    /** {@return the time in which unexpected messages are detected after every request has its response} Default 100 ms. */
    public Duration settle() {
        return settle;
    }

    /**
     * {@return the number of scenarios that run side by side; at least 1} By default it is the number of processors, but at least 2.
     */
    public int jobs() {
        return jobs;
    }

    /** {@return the working directory of sessions, an absolute path} By default it is that of this process. */
    public Path cwd() {
        return cwd;
    }

    /**
     * {@return the text of a prompt that keeps a subject busy until it is cancelled, for a subject that does not know the prompt
     * vocabulary; null for none}
     */
    public @Nullable String cancelPrompt() {
        return cancelPrompt;
    }

    /** {@return the ID of the authentication method for use before sessions are opened; null for none} */
    public @Nullable String authMethod() {
        return authMethod;
    }

    /**
     * {@return the profiles that the verdict includes besides the published protocol and the proposals that the subject advertises: {@code
     * rfd} for all open proposals, {@code acp4j} for the rules of this project; immutable}
     */
    public Set<String> profiles() {
        return profiles;
    }

    /**
     * {@return the selected requirements: IDs, areas such as {@code FORK}, or patterns with {@code *}; immutable} The verdict
     * includes them, in any profile. An empty set selects all.
     */
    public Set<String> only() {
        return only;
    }

    /** {@return the excluded requirements, named in the same way as the selected ones; immutable} */
    public Set<String> skip() {
        return skip;
    }

    /**
     * {@return whether each scenario has a separate process or connection} Otherwise scenarios reuse
     * connections that others have left in order. A scenario that fails on such a connection runs again on a separate one, and the second
     * result counts.
     */
    public boolean isolated() {
        return isolated;
    }

    /**
     * {@return the maximum wait, over Streamable HTTP, until the server disconnects a client that does not read; null excludes this test,
     * because it takes long}
     */
    public @Nullable Duration stalledReader() {
        return stalledReader;
    }

    /**
     * {@return the maximum size of the temporary file with the messages of a scenario, besides those in memory, in bytes} A scenario that
     * reaches the limit stops judging, and the verdict is PARTIAL unless a requirement has failed. Default 256 MB.
     */
    public long diskLimit() {
        return diskLimit;
    }

    /**
     * Returns whether a requirement is selected and not excluded.
     *
     * @param requirement its id
     * @return true if it is to be tested
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
     * Returns whether requirements are selected or excluded, so that a run does not judge the whole.
     *
     * @return true if there is a selection
     */
    public boolean isPartial() {
        return !only.isEmpty() || !skip.isEmpty();
    }

    /** Collects the values of {@link Settings}; for use by one thread. */
    public static final class Builder {

        private Duration timeout = Duration.ofSeconds(30);
        private Duration startupTimeout = Duration.ofSeconds(60);
        private Duration settle = Duration.ofMillis(100);
        private int jobs = Math.max(2, Runtime.getRuntime().availableProcessors());
        private Path cwd = Objects.requireNonNull(Path.of("").toAbsolutePath());
        private @Nullable String cancelPrompt;
        private @Nullable String authMethod;
        private Set<String> profiles = Set.of();
        private Set<String> only = Set.of();
        private Set<String> skip = Set.of();
        private boolean isolated;
        private @Nullable Duration stalledReader;
        private long diskLimit = DEFAULT_DISK_LIMIT;

        private Builder() {}

        private Builder(Settings from) {
            timeout = from.timeout;
            startupTimeout = from.startupTimeout;
            settle = from.settle;
            jobs = from.jobs;
            cwd = from.cwd;
            cancelPrompt = from.cancelPrompt;
            authMethod = from.authMethod;
            profiles = from.profiles;
            only = from.only;
            skip = from.skip;
            isolated = from.isolated;
            stalledReader = from.stalledReader;
            diskLimit = from.diskLimit;
        }

        /**
         * Sets {@link Settings#settle()}.
         *
         * @param value the value
         * @return this
         */
        public Builder settle(Duration value) {
            settle = value;
            return this;
        }

        /**
         * Sets {@link Settings#jobs()}.
         *
         * @param value the value
         * @return this
         */
        public Builder jobs(int value) {
            jobs = value;
            return this;
        }

        /**
         * Sets {@link Settings#cwd()}.
         *
         * @param value the value
         * @return this
         */
        public Builder cwd(Path value) {
            cwd = value;
            return this;
        }

        /**
         * Sets {@link Settings#cancelPrompt()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder cancelPrompt(@Nullable String value) {
            cancelPrompt = value;
            return this;
        }

        /**
         * Sets {@link Settings#authMethod()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder authMethod(@Nullable String value) {
            authMethod = value;
            return this;
        }

        /**
         * Sets {@link Settings#isolated()}.
         *
         * @param value the value
         * @return this
         */
        public Builder isolated(boolean value) {
            isolated = value;
            return this;
        }

        /**
         * Sets {@link Settings#stalledReader()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder stalledReader(@Nullable Duration value) {
            stalledReader = value;
            return this;
        }

        /**
         * Sets {@link Settings#diskLimit()}.
         *
         * @param value the value
         * @return this
         */
        public Builder diskLimit(long value) {
            diskLimit = value;
            return this;
        }

        /**
         * Sets {@link Settings#timeout()} and {@link Settings#startupTimeout()}.
         *
         * @param due the timeout of a response, an update or the end of a turn; positive
         * @param startup the timeout of a start; positive
         * @return this
         */
        public Builder timeouts(Duration due, Duration startup) {
            timeout = due;
            startupTimeout = startup;
            return this;
        }

        /**
         * Sets {@link Settings#profiles()}.
         *
         * @param names {@code rfd} for open proposals, {@code acp4j} for the rules of this project
         * @return this
         */
        public Builder profiles(String... names) {
            profiles = Set.of(names);
            return this;
        }

        /**
         * Sets {@link Settings#only()} and {@link Settings#skip()}.
         *
         * @param selected the requirements to test; empty for all
         * @param excluded the requirements to exclude
         * @return this
         */
        public Builder selection(Collection<String> selected, Collection<String> excluded) {
            only = Set.copyOf(selected);
            skip = Set.copyOf(excluded);
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public Settings build() {
            return new Settings(this);
        }
    }
}
