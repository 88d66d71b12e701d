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
import io.acp4j.tck.internal.probe.Unmet;
import io.acp4j.tck.internal.wire.Connector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Runs the scenarios of a suite against a subject. Each has connections of its own, so they run side by side. */
public final class Runner {

    /** What a scenario gets beyond its time and that of a start before its connections are cut. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Suite suite;
    private final Connector connector;
    private final Settings settings;
    private final Progress progress;

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

    /** Runs one scenario; takes little more than the time-out, whatever the subject does. */
    public ScenarioRun run(Scenario scenario, Profile profile) throws InterruptedException {
        long start = System.nanoTime();
        Probe probe = new Probe(connector, settings, profile);
        ScheduledFuture<?> watchdog = Watchdog.TIMER.schedule(
                probe::close,
                settings.timeout().plus(settings.startupTimeout()).plus(GRACE).toMillis(),
                TimeUnit.MILLISECONDS);
        String reason = "the scenario did not come that far";
        try {
            scenario.body().run(probe);
        } catch (Unmet e) {
            reason = e.reason();
        } catch (RuntimeException e) {
            reason = "the kit failed: " + e + at(e);
        } finally {
            watchdog.cancel(false);
            probe.close();
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
        return new ScenarioRun(scenario, millis, selected, recordings);
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
