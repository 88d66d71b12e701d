package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.ConnectionPool;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.SubjectPace;
import io.acp4j.tck.internal.probe.Waits;
import io.acp4j.tck.internal.wire.Connector;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scenarios of a suite against a subject. No two have a connection at the same time, so they run side by side. To
 * save starts, a scenario may take over a connection that another has left in order; what does not pass there is run again on
 * a connection of its own, and that decides.
 */
public final class Runner implements AutoCloseable {

    /** Connections that are kept beside one for each job: of clients that do not offer everything. */
    private static final int OTHERS = 2;

    /** How often a subject may be silent on its own before what it leaves untested is not looked at again. */
    private static final int MOST_SILENCES = 5;

    /** How long scenarios that were interrupted may take to close what they have open. */
    private static final long END_SECONDS = 5;

    private final Suite suite;
    private final Connector connector;
    private final Settings settings;
    private final Progress progress;
    private final ConnectionPool pool;
    private final Leftovers leftovers;
    private volatile Scope scope;
    private final ScenarioExecutor attempts;
    private final SilentSubjectDetector presence;
    private final SubjectPace pace = new SubjectPace();

    /** The first connection to the subject, if the run ended there with a failure; null otherwise. */
    private volatile @Nullable ScenarioRun firstMeeting;

    /** How often the subject was silent although nothing else ran. */
    private final AtomicInteger silences = new AtomicInteger();

    /** Held by scenarios that run side by side, and by one that must not be slowed by any other. */
    private final ReadWriteLock exclusion = new ReentrantReadWriteLock(true);

    /** What has failed on a connection of its own, and need not be seen there twice. */
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

    /** Is told how a run gets on; called from several threads. */
    @FunctionalInterface
    public interface Progress {

        void done(ScenarioRun run, int finished, int total);
    }

    public Runner(Suite suite, Connector connector, Settings settings, Progress progress) {
        this.suite = suite;
        this.connector = connector;
        this.settings = settings;
        this.progress = progress;
        this.pool = new ConnectionPool(settings.isolated() ? 0 : settings.jobs() + OTHERS);
        this.leftovers = new Leftovers(connector, settings);
        this.scope = Scope.of(settings);
        this.attempts = new ScenarioExecutor(suite, leftovers, this::isChosen);
        this.presence = new SilentSubjectDetector(suite, connector, settings, pace, leftovers);
    }

    /**
     * Keeps all that goes over the connections of scenarios, also where nothing failed: for who studies traffic, as it takes as
     * much memory as the subject is loud.
     *
     * @return this
     */
    public Runner keepingRecordings() {
        attempts.keepRecordings();
        return this;
    }

    /**
     * Keeps what a report may show of the connections of every scenario, also where nothing failed: as much again as of those that
     * failed, at most.
     *
     * @return this
     */
    public Runner keepingAllEvidence() {
        attempts.keepAllEvidence();
        return this;
    }

    /** Ends the connections that wait for further scenarios, removes the sessions that were made, ends what leads to the subject. */
    @Override
    public void close() {
        pool.close();
        leftovers.remove();
        connector.close();
    }

    /** Gets to know the subject, which any scenario needs. */
    public Profile discover() {
        long start = System.nanoTime();
        Probe probe = Probe.firstMeeting(connector, settings, suite.protocol(), pace);
        try {
            Profile profile = suite.explorer().explore(probe);
            pace.include(profile.pace());
            if (profile.trouble() != null && !probe.silenceReason().isEmpty()) {
                return end(probe, start);
            }
            leftovers.offered(profile);
            scope = scope.with(profile);
            return profile;
        } catch (NotTestable e) {
            return probe.silenceReason().isEmpty() ? Profile.unknown(e.reason(), suite.protocol()) : end(probe, start);
        } catch (InterruptedException e) {
            scope = scope.interrupted();
            return Profile.unknown(scope.partial(), suite.protocol());
        } catch (RuntimeException | StackOverflowError e) {
            return Profile.unknown("the kit cannot read the messages of the subject: " + e, suite.protocol());
        } finally {
            probe.close();
            leftovers.add(probe);
            if (firstMeeting == null || !attempts.isKeepingRecordings()) {
                probe.discard();
            }
        }
    }

    /** Ends the run after the first connection. Invalid data received on it is reported. */
    private Profile end(Probe probe, long start) {
        presence.end(probe.silenceReason());
        ScenarioRun run = attempts.ofFirstMeeting(probe, start);
        firstMeeting = run.failed() ? run : null;
        return Profile.unknown(probe.silenceReason(), suite.protocol());
    }

    /** Lists the scenarios that have something to decide with this subject. */
    public List<Scenario> applicable(Profile profile) {
        return suite.scenarios().stream()
                .filter(scenario -> scenario.proves().stream().anyMatch(id -> applies(id, profile)))
                .toList();
    }

    private boolean applies(String id, Profile profile) {
        return isChosen(id) && gap(suite.catalogue().get(id), profile).isEmpty();
    }

    private boolean isChosen(String id) {
        return settings.selects(id) && scope.includes(suite.catalogue().get(id));
    }

    private Optional<Profile.Gap> gap(Requirement requirement, Profile profile) {
        String reason = presence.end();
        if (reason != null) {
            return Optional.of(new Profile.Gap(Profile.Gap.Kind.TROUBLE, reason));
        }
        if (suite.basics().contains(requirement.area())) {
            // They say what is wrong with a subject that could not be got to know.
            if (profile.trouble() != null) {
                return Optional.empty();
            }
        } else if (profile.trouble() != null) {
            return Optional.of(new Profile.Gap(Profile.Gap.Kind.TROUBLE, profile.trouble()));
        }
        return requirement.needs().stream()
                .flatMap(need -> profile.gap(need, settings).stream())
                .findFirst();
    }

    /** Runs everything that applies. An interruption ends the run early, with what was found until then. */
    public List<ScenarioRun> runAll(Profile profile) {
        List<Scenario> scenarios = scope.isInterrupted() ? List.of() : applicable(profile);
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, "tck-scenario");
            thread.setDaemon(true);
            return thread;
        };
        ExecutorService workers = Executors.newFixedThreadPool(settings.jobs(), daemons);
        List<ScenarioRun> runs = new ArrayList<>();
        try {
            List<Future<ScenarioRun>> futures = new ArrayList<>();
            for (Scenario scenario : scenarios) {
                futures.add(workers.submit(() -> run(scenario, profile)));
            }
            for (Future<ScenarioRun> future : futures) {
                runs.add(future.get());
                progress.done(runs.get(runs.size() - 1), runs.size(), scenarios.size());
            }
            return runs;
        } catch (InterruptedException e) {
            scope = scope.interrupted();
            end(workers);
            return runs;
        } catch (ExecutionException e) {
            throw new IllegalStateException("The kit itself failed", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    /** Lets scenarios that were interrupted close what they have open. */
    private static void end(ExecutorService workers) {
        workers.shutdownNow();
        try {
            workers.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs one scenario. What does not pass on a connection that others have used is looked at again on one of its own, and
     * what fails after a wait that ran out once more while nothing else runs; the last look decides.
     */
    public ScenarioRun run(Scenario scenario, Profile profile) throws InterruptedException {
        String reason = presence.end();
        if (reason != null) {
            return untested(scenario, reason);
        }
        ScenarioRun run = amongOthers(scenario, new Probe(connector, settings, profile, pool, pace), "");
        Optional<Finding> unconfirmed = unconfirmed(run, profile, run.shared());
        if (unconfirmed.isPresent() && run.shared() && !isLookedAtAlone(run, profile)) {
            ScenarioRun used = run;
            Probe probe = new Probe(connector, settings, profile, pace, Waits.Mode.AMONG_OTHERS);
            run = amongOthers(scenario, probe, words(unconfirmed.get()));
            run = run.comparedWith(used);
        }
        if (isLookedAtAlone(run, profile)) {
            ScenarioRun before = run;
            String inCompany = before.shared() ? unconfirmed.map(Runner::words).orElse("") : before.inCompany();
            // Waiting longer for a subject that is often silent would make the run too long.
            Waits.Mode mode = silences.get() < MOST_SILENCES ? Waits.Mode.ALONE : Waits.Mode.ALONE_BRIEF;
            run = alone(scenario, new Probe(connector, settings, profile, pace, mode), inCompany);
            run = before.shared() ? run.comparedWith(before) : run.withDifferenceOf(before);
            if (run.late()) {
                silences.incrementAndGet();
            }
        }
        if (!run.shared()) {
            remember(run);
        }
        return run;
    }

    /** Returns whether a run has failed after a wait that ran out; other looks would wait as long. */
    private boolean isLookedAtAlone(ScenarioRun run, Profile profile) {
        return run.late()
                && unconfirmed(run, profile, silences.get() < MOST_SILENCES).isPresent();
    }

    /** Returns what a run found that another look may show to be otherwise. */
    private Optional<Finding> unconfirmed(ScenarioRun run, Profile profile, boolean alsoUntested) {
        return run.findings().stream()
                .filter(finding -> !confirmed.contains(finding.requirement()))
                .filter(finding -> finding.outcome() == Outcome.FAIL
                        || (alsoUntested
                                && finding.outcome() == Outcome.NOT_TESTED
                                && applies(finding.requirement(), profile)))
                .findFirst();
    }

    private ScenarioRun amongOthers(Scenario scenario, Probe probe, String inCompany) throws InterruptedException {
        ScenarioRun run;
        exclusion.readLock().lockInterruptibly();
        try {
            run = attempts.run(scenario, probe, inCompany);
        } finally {
            exclusion.readLock().unlock();
        }
        if (presence.isMeetingDue(probe)) {
            meetAgain();
        }
        return run;
    }

    private void meetAgain() throws InterruptedException {
        exclusion.writeLock().lockInterruptibly();
        try {
            presence.meetAgain();
        } finally {
            exclusion.writeLock().unlock();
        }
    }

    private ScenarioRun alone(Scenario scenario, Probe probe, String inCompany) throws InterruptedException {
        exclusion.writeLock().lockInterruptibly();
        try {
            return attempts.run(scenario, probe, inCompany);
        } finally {
            exclusion.writeLock().unlock();
        }
    }

    private void remember(ScenarioRun run) {
        run.findings().stream()
                .filter(finding -> finding.outcome() == Outcome.FAIL)
                .forEach(finding -> confirmed.add(finding.requirement()));
    }

    private static String words(Finding finding) {
        return finding.requirement() + ": " + finding.observed();
    }

    private ScenarioRun untested(Scenario scenario, String reason) {
        List<Finding> findings = scenario.proves().stream()
                .filter(this::isChosen)
                .map(id -> new Finding(id, Outcome.NOT_TESTED, "", reason))
                .toList();
        return new ScenarioRun(scenario, 0, findings, List.of(), "", "", false, false, true, false, "");
    }

    /** Puts together what a run has found that is over. */
    public Report report(
            Instant started,
            Profile profile,
            List<ScenarioRun> finished,
            boolean strict,
            Set<String> expectedFailures) {
        ScenarioRun meeting = firstMeeting;
        List<ScenarioRun> runs = meeting == null
                ? finished
                : Stream.concat(Stream.of(meeting), finished.stream()).toList();
        return new Report(
                suite.side(),
                connector.describe(),
                started,
                Duration.between(started, Instant.now()).toMillis(),
                strict,
                runs.stream()
                        .map(ScenarioRun::cut)
                        .filter(cut -> !cut.isEmpty())
                        .findFirst()
                        .map(scope::cut)
                        .orElse(scope),
                profile,
                sumUp(profile, runs),
                runs,
                expectedFailures);
    }

    /** Sums up what all scenarios found. */
    private List<Result> sumUp(Profile profile, List<ScenarioRun> runs) {
        Summary summary = new Summary(scope, settings, profile, runs);
        return suite.catalogue().all().stream()
                .map(requirement ->
                        summary.of(requirement, gap(requirement, profile)).at(home(requirement)))
                .toList();
    }

    private String home(Requirement requirement) {
        return suite.scenarios().stream()
                .filter(scenario -> scenario.proves().contains(requirement.id()))
                .findFirst()
                .map(Scenario::name)
                .orElse("");
    }
}
