package io.acp4j.tck;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a run of the kit goes about its work. Immutable; {@link #defaults()} suits a local agent.
 *
 * @param timeout how long one scenario may take; half of it is the longest wait for a single answer
 * @param startupTimeout how long the subject may take from its start to its answer to {@code initialize}
 * @param settle how long to look for what must not come after everything asked for has been answered
 * @param jobs how many scenarios run side by side, at least 1
 * @param cwd the working directory that sessions get, absolute
 * @param cancelPrompt what to say to a subject that does not know the prompt vocabulary to keep it busy until it is
 *     cancelled; null when nothing does that
 * @param authMethod the id of the authentication method to use before sessions are made; null for none
 * @param only requirement ids to test, none meaning all
 * @param skip requirement ids to leave out
 * @param isolated whether each scenario has a process or connection to itself; otherwise scenarios take over connections that
 *     others have left in order, and one that does not pass there runs again on its own, which then decides
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
        Set<String> only,
        Set<String> skip,
        boolean isolated) {

    /** Checks the limits. */
    public Settings {
        only = Set.copyOf(only);
        skip = Set.copyOf(skip);
        if (timeout.isNegative() || timeout.isZero() || startupTimeout.isNegative() || startupTimeout.isZero()) {
            throw new IllegalArgumentException("Time-outs must be longer than nothing");
        }
        if (jobs < 1) {
            throw new IllegalArgumentException("At least one scenario must run at a time, not " + jobs);
        }
        if (!cwd.isAbsolute()) {
            throw new IllegalArgumentException("The working directory of sessions must be an absolute path");
        }
    }

    /**
     * Gives the settings to begin with: 20 s for a scenario, 15 s for the start, 100 ms to settle, as many scenarios at a
     * time as there are processors, the working directory of this process.
     *
     * @return the defaults
     */
    public static Settings defaults() {
        return new Settings(
                Duration.ofSeconds(20),
                Duration.ofSeconds(15),
                Duration.ofMillis(100),
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                Objects.requireNonNull(Path.of("").toAbsolutePath()),
                null,
                null,
                Set.of(),
                Set.of(),
                false);
    }

    /**
     * Changes how long scenarios and starts may take.
     *
     * @param timeout for one scenario
     * @param startupTimeout for a start
     * @return changed settings
     */
    public Settings withTimeouts(Duration timeout, Duration startupTimeout) {
        return new Settings(timeout, startupTimeout, settle, jobs, cwd, cancelPrompt, authMethod, only, skip, isolated);
    }

    /**
     * Changes how long to look for what must not come.
     *
     * @param settle the time
     * @return changed settings
     */
    public Settings withSettle(Duration settle) {
        return new Settings(timeout, startupTimeout, settle, jobs, cwd, cancelPrompt, authMethod, only, skip, isolated);
    }

    /**
     * Changes how many scenarios run side by side.
     *
     * @param jobs at least 1
     * @return changed settings
     */
    public Settings withJobs(int jobs) {
        return new Settings(timeout, startupTimeout, settle, jobs, cwd, cancelPrompt, authMethod, only, skip, isolated);
    }

    /**
     * Changes the working directory that sessions get.
     *
     * @param cwd an absolute path
     * @return changed settings
     */
    public Settings withCwd(Path cwd) {
        return new Settings(timeout, startupTimeout, settle, jobs, cwd, cancelPrompt, authMethod, only, skip, isolated);
    }

    /**
     * Changes what keeps a subject busy that does not know the prompt vocabulary.
     *
     * @param cancelPrompt the text of the prompt; null for none
     * @return changed settings
     */
    public Settings withCancelPrompt(@Nullable String cancelPrompt) {
        return new Settings(timeout, startupTimeout, settle, jobs, cwd, cancelPrompt, authMethod, only, skip, isolated);
    }

    /**
     * Changes how to authenticate.
     *
     * @param authMethod the id of a method that the subject advertises; null for none
     * @return changed settings
     */
    public Settings withAuthMethod(@Nullable String authMethod) {
        return new Settings(timeout, startupTimeout, settle, jobs, cwd, cancelPrompt, authMethod, only, skip, isolated);
    }

    /**
     * Changes which requirements are tested.
     *
     * @param only the ids of those to test; none for all
     * @param skip the ids of those to leave out
     * @return changed settings
     */
    public Settings withSelection(Collection<String> only, Collection<String> skip) {
        return new Settings(
                timeout,
                startupTimeout,
                settle,
                jobs,
                cwd,
                cancelPrompt,
                authMethod,
                Set.copyOf(only),
                Set.copyOf(skip),
                isolated);
    }

    /**
     * Changes whether scenarios may use a connection one after the other.
     *
     * @param isolated true to give each its own
     * @return changed settings
     */
    public Settings withIsolated(boolean isolated) {
        return new Settings(timeout, startupTimeout, settle, jobs, cwd, cancelPrompt, authMethod, only, skip, isolated);
    }

    /**
     * Tells whether a requirement is to be tested.
     *
     * @param requirement its id
     * @return true when it was chosen and not left out
     */
    public boolean selects(String requirement) {
        return (only.isEmpty() || only.contains(requirement)) && !skip.contains(requirement);
    }
}
