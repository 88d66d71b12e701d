package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.SubjectPace;
import io.acp4j.tck.internal.wire.Connector;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Detects a subject that no longer sends messages, so that the run ends without waiting in every remaining scenario. */
final class SilentSubjectDetector {

    /** Number of scenarios in a row without a message after which another handshake is made. */
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

    /** Counts consecutive scenarios without a message. Returns true if another handshake must decide whether the subject is silent. */
    boolean isMeetingDue(Probe scenario) {
        if (scenario.silenceReason().isEmpty()) {
            muteScenarios.set(0);
            return false;
        }
        return muteScenarios.incrementAndGet() == MUTE_SCENARIOS;
    }

    /** Ends the run if the subject sends no message in another handshake. Nothing else may run at the same time. */
    void meetAgain() throws InterruptedException {
        muteScenarios.set(0);
        Probe probe = Probe.firstMeeting(connector, settings, suite.protocol(), pace);
        try {
            shakeHands(probe);
        } catch (NotTestable e) {
            // Expected from a silent subject. Only the presence of a message matters here.
        } catch (RuntimeException | StackOverflowError e) {
            // The scenarios report data that the kit cannot read.
        } finally {
            probe.close();
            leftovers.add(probe);
            probe.discard();
        }
        String silenceReason = probe.silenceReason();
        if (!silenceReason.isEmpty()) {
            end = "the subject no longer sends messages: " + silenceReason;
        }
    }

    /** Waits for the first message of the subject and for nothing else. */
    private void shakeHands(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        if (suite.side().equals("agent")) {
            var unused =
                    link.initialize(probe.dialect().version(), probe.dialect().everything());
        } else {
            var unused = link.awaitStart(entry -> true);
        }
    }
}
