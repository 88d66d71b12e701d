package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Runs scenarios, each once, and adds the findings of the monitors. */
final class ScenarioExecutor {

    private final Suite suite;
    private final Leftovers leftovers;
    private final Predicate<String> chosen;
    private final Evidence evidence = new Evidence();
    private volatile boolean keepsRecordings;

    /** Creates an executor that keeps only the findings of chosen requirements. */
    ScenarioExecutor(Suite suite, Leftovers leftovers, Predicate<String> chosen) {
        this.suite = suite;
        this.leftovers = leftovers;
        this.chosen = chosen;
    }

    void keepRecordings() {
        keepsRecordings = true;
    }

    boolean isKeepingRecordings() {
        return keepsRecordings;
    }

    void keepAllEvidence() {
        evidence.keepAll();
    }

    /** Runs a scenario once, and judges all messages on its connections. */
    ScenarioRun run(Scenario scenario, Probe probe, String inCompany) throws InterruptedException {
        long start = System.nanoTime();
        probe.begin();
        ScenarioWatchdog watch = new ScenarioWatchdog(probe);
        String reason = "the scenario did not reach it";
        boolean inOrder = false;
        boolean tooSoon = false;
        boolean error = false;
        Outcome unreached = Outcome.NOT_TESTED;
        try {
            scenario.body().run(probe);
            inOrder = probe.findings().all().stream().noneMatch(finding -> finding.outcome() == Outcome.FAIL);
        } catch (NotTestable e) {
            reason = e.reason();
            tooSoon = e.isInconclusive();
            error = e.isError();
            // On a connection that other scenarios have used, a run on a new connection decides.
            unreached = e.isPermitted() && !probe.wasInCompany() ? Outcome.SKIPPED : Outcome.NOT_TESTED;
        } catch (RuntimeException | StackOverflowError e) {
            reason = "the kit failed: " + e + at(e);
            error = true;
        } finally {
            watch.close();
            if (!inOrder) {
                probe.close();
            }
            leftovers.add(probe);
        }
        if (inOrder) {
            probe.leave();
        }
        Findings findings = probe.findings();
        String latenessReason = probe.waits().hasTimedOut() ? probe.latenessReason() : "";
        if (!latenessReason.isEmpty()) {
            findings.withdraw(latenessReason);
        }
        List<Recording> recordings = probe.recordings();
        String cut = probe.cut();
        if (cut.isEmpty()) {
            inspect(recordings, findings);
        } else {
            reason = cut;
        }
        for (String id : scenario.proves()) {
            if (error) {
                findings.markHiddenByError(id, reason);
            } else {
                findings.open(id, cut.isEmpty() ? unreached : Outcome.NOT_TESTED, reason);
            }
        }
        ScenarioRun run = summary(scenario, probe, start, inCompany, recordings, cut, tooSoon);
        if (!keepsRecordings) {
            probe.discard();
        }
        return run;
    }

    /** Returns the findings of the monitors in the first meeting with a subject. */
    ScenarioRun ofFirstMeeting(Probe probe, long start) {
        inspect(probe.recordings(), probe.findings());
        Scenario meeting = new Scenario("first-meeting", List.of(), ignored -> {});
        return summary(meeting, probe, start, "", probe.recordings(), "", false);
    }

    private void inspect(List<Recording> recordings, Findings findings) {
        for (Recording recording : recordings) {
            suite.monitors().stream()
                    .filter(monitor -> monitor.concerns(recording))
                    .forEach(monitor -> inspect(monitor, recording, findings));
        }
    }

    /** Inspects a recording with a monitor. If the monitor fails, its requirements are not tested and the run continues. */
    private static void inspect(Monitor monitor, Recording recording, Findings findings) {
        try {
            monitor.inspect(recording, findings);
        } catch (RuntimeException | StackOverflowError e) {
            for (String id : monitor.watches()) {
                findings.open(id, Outcome.NOT_TESTED, "the kit cannot read the messages of the subject: " + e + at(e));
            }
        }
    }

    private ScenarioRun summary(
            Scenario scenario,
            Probe probe,
            long start,
            String inCompany,
            List<Recording> recordings,
            String cut,
            boolean tooSoon) {
        List<Finding> selected = probe.findings().all().stream()
                .filter(finding -> chosen.test(finding.requirement()))
                .toList();
        return new ScenarioRun(
                scenario,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
                selected,
                keepsRecordings ? recordings : evidence.of(selected, recordings),
                inCompany,
                "",
                false,
                probe.wasInCompany(),
                probe.waits().hasTimedOut(),
                tooSoon,
                cut);
    }

    private static String at(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }
}
