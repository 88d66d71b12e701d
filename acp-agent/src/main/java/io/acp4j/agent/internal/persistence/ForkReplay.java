package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.client.TerminalReplay;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.update.SessionUpdate;
import org.jspecify.annotations.Nullable;

/** Shows the history that a fork inherits, each update marked, and the last one as the last. */
final class ForkReplay {

    private static final ForkHistory PART = new ForkHistory(null, false);
    private static final ForkHistory LAST = new ForkHistory(null, true);

    private final SessionOutput output;

    /** What is shown once it is known whether something follows it. */
    private @Nullable SessionUpdate next;

    private ForkReplay(SessionOutput output) {
        this.output = output;
    }

    /** Shows the active path; for the thread that holds the lock of the output. */
    static void show(SessionTree tree, SessionOutput output) {
        ForkReplay replay = new ForkReplay(output);
        TerminalReplay terminals = output.replayTo(replay::take);
        Replay.of(tree, terminals);
        terminals.end();
        if (replay.next != null) {
            output.show(replay.next, LAST);
        }
    }

    private void take(SessionUpdate update) {
        if (!output.isTaken(update)) {
            return;
        }
        if (next != null) {
            output.show(next, PART);
        }
        next = update;
    }
}
