package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.SubjectPace;
import io.acp4j.tck.internal.wire.Connector;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Detects a subject that no longer sends messages, so that the run ends without waiting in every remaining scenario. */
final class SilentSubjectDetector {

    /** Number of scenarios in a row without a message after which the subject is met again. */
    private static final int MUTE_SCENARIOS = 3;

    private final Suite suite;
    private final Connector connector;
    private final Settings settings;
    private final SubjectPace pace;
    private final Leftovers leftovers;
    private final AtomicInteger muteScenarios = new AtomicInteger();
    private volatile @Nullable String end;

    SilentSubjectDetector(Suite suite, Connector connector, Settings settings, SubjectPace pace, Leftovers leftovers) {
        this.suite = suite;
        this.connector = connector;
        this.settings = settings;
        this.pace = pace;
        this.leftovers = leftovers;
    }

    /** Ends the run for a reason. */
    void end(String reason) {
        end = reason;
    }

    /** Returns the reason for the end of the run; null as long as the subject sends messages. */
    @Nullable
    String end() {
        return end;
    }

    /** Ends the run if several scenarios in a row and another handshake receive no message. */
    void note(Probe scenario) throws InterruptedException {
        if (scenario.silenceReason().isEmpty()) {
            muteScenarios.set(0);
        } else if (muteScenarios.incrementAndGet() == MUTE_SCENARIOS) {
            String silenceReason = meetAgain();
            muteScenarios.set(0);
            if (!silenceReason.isEmpty()) {
                end = "the subject no longer sends messages: " + silenceReason;
            }
        }
    }

    private String meetAgain() throws InterruptedException {
        Probe probe = Probe.firstMeeting(connector, settings, suite.protocol(), pace);
        try {
            var unused = suite.explorer().explore(probe);
        } catch (NotTestable e) {
            // Expected from a mute subject; the caller counts messages only.
        } finally {
            probe.close();
            leftovers.add(probe);
            probe.discard();
        }
        return probe.silenceReason();
    }
}
