package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Spares;
import io.acp4j.tck.internal.probe.Unmet;
import io.acp4j.tck.internal.wire.Connector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Runs the scenarios of a suite against a subject. No two have a connection at the same time, so they run side by side. To
 * save starts, a scenario may take over a connection that another has left in order; what does not pass there is run again on
 * a connection of its own, and that decides.
 */
public final class Runner implements AutoCloseable {

    /** What a scenario gets beyond its time and that of a start before its connections are cut. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** Connections that are kept beside one for each job: of clients that do not offer everything. */
    private static final int OTHERS = 2;

    private final Suite suite;
    private final Connector connector;
    private final Settings settings;
    private final Progress progress;
    private final Spares spares;

    /** What has failed on a connection of its own, and need not be seen there twice. */
    private final Set<String> beyondDoubt = ConcurrentHashMap.newKeySet();

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
        this.spares = new Spares(settings.isolated() ? 0 : settings.jobs() + OTHERS);
    }

    /** Ends the connections that wait for further scenarios, and what leads to the subject. */
    @Override
    public void close() {
        spares.close();
        connector.close();
    }

    /** Gets to know the subject, which any scenario needs. */
    public Profile discover() throws InterruptedException {
        Probe probe = new Probe(connector, settings, Profile.unknown("not known yet"));
        try {
            return suite.explorer().explore(probe);
        } catch (Unmet e) {
            return Profile.unknown(e.reason());
        } finally {
            probe.close();
        }
    }

    /** Lists the scenarios that have something to decide with this subject. */
    public List<Scenario> applicable(Profile profile) {
        return suite.scenarios().stream()
                .filter(scenario -> scenario.proves().stream().anyMatch(id -> applies(id, profile)))
                .toList();
    }

    private boolean applies(String id, Profile profile) {
        return settings.selects(id) && gap(suite.catalogue().get(id), profile).isEmpty();
    }

    private Optional<Profile.Gap> gap(Requirement requirement, Profile profile) {
        if (suite.basics().contains(requirement.area())) {
            // They say what is wrong with a subject that could not be got to know.
            if (profile.trouble() != null) {
                return Optional.empty();
            }
        } else if (profile.trouble() != null) {
            return Optional.of(new Profile.Gap(false, profile.trouble()));
        }
        return requirement.needs().stream()
                .flatMap(need -> profile.gap(need, settings).stream())
                .findFirst();
    }

    /** Runs everything that applies. */
    public List<ScenarioRun> runAll(Profile profile) throws InterruptedException {
        List<Scenario> scenarios = applicable(profile);
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
        } catch (ExecutionException e) {
            throw new IllegalStateException("The kit itself failed", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    /** Runs one scenario; each attempt takes little more than the time-out, whatever the subject does. */
    public ScenarioRun run(Scenario scenario, Profile profile) throws InterruptedException {
        Probe probe = new Probe(connector, settings, profile, spares);
        ScenarioRun run = attempt(scenario, probe, "");
        Optional<Finding> doubt = run.findings().stream()
                .filter(finding -> !beyondDoubt.contains(finding.requirement()))
                .filter(finding -> finding.outcome() == Outcome.FAIL
                        || (finding.outcome() == Outcome.NOT_TESTED && applies(finding.requirement(), profile)))
                .findFirst();
        if (doubt.isEmpty() || !probe.wasInCompany()) {
            remember(run, !probe.wasInCompany());
            return run;
        }
        ScenarioRun alone = attempt(scenario, new Probe(connector, settings, profile), words(doubt.get()));
        remember(alone, true);
        return alone;
    }

    private void remember(ScenarioRun run, boolean alone) {
        if (alone) {
            run.findings().stream()
                    .filter(finding -> finding.outcome() == Outcome.FAIL)
                    .forEach(finding -> beyondDoubt.add(finding.requirement()));
        }
    }

    private static String words(Finding finding) {
        return finding.requirement() + ": " + finding.observed();
    }

    private ScenarioRun attempt(Scenario scenario, Probe probe, String inCompany) throws InterruptedException {
        long start = System.nanoTime();
        ScheduledFuture<?> watchdog = Watchdog.TIMER.schedule(
                probe::close,
                settings.timeout().plus(settings.startupTimeout()).plus(GRACE).toMillis(),
                TimeUnit.MILLISECONDS);
        String reason = "the scenario did not come that far";
        boolean inOrder = false;
        try {
            scenario.body().run(probe);
            inOrder = probe.findings().all().stream().noneMatch(finding -> finding.outcome() == Outcome.FAIL);
        } catch (Unmet e) {
            reason = e.reason();
        } catch (RuntimeException e) {
            reason = "the kit failed: " + e + at(e);
        } finally {
            watchdog.cancel(false);
            if (!inOrder) {
                probe.close();
            }
        }
        if (inOrder) {
            probe.leave();
        }
        Findings findings = probe.findings();
        List<Recording> recordings = probe.recordings();
        for (Recording recording : recordings) {
            suite.monitors().forEach(monitor -> monitor.inspect(recording, findings));
        }
        for (String id : scenario.proves()) {
            findings.open(id, Outcome.NOT_TESTED, reason);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        List<Finding> selected = findings.all().stream()
                .filter(finding -> settings.selects(finding.requirement()))
                .toList();
        return new ScenarioRun(scenario, millis, selected, recordings, inCompany);
    }

    private static String at(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }

    /** Sums up what all scenarios found. */
    public List<Result> sumUp(Profile profile, List<ScenarioRun> runs) {
        return suite.catalogue().all().stream()
                .map(requirement -> Summary.of(requirement, runs, gap(requirement, profile), settings))
                .toList();
    }

    /** One timer for all runs of this JVM. */
    private static final class Watchdog {

        static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "tck-watchdog");
            thread.setDaemon(true);
            return thread;
        });
    }
}
