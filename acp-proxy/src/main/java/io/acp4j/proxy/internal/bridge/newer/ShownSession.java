package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Recent;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is remembered of a session of an agent of the newer version, as its client has been shown it. */
final class ShownSession {

    final String id;
    final Losses losses = new Losses();
    final ArrayDeque<WaitingTurn> held = new ArrayDeque<>();

    /** Messages by kind and id. */
    final Recent<ShownMessage> messages;

    final Recent<ShownTool> tools;
    final Recent<TerminalText> terminals;
    final Recent<Boolean> plans;

    /** Tool calls whose content has changed and was not sent again. */
    final Set<String> stale = new LinkedHashSet<>();

    /** Whether content was sent again a moment ago, so that the next has to wait. */
    boolean resting;

    @Nullable
    WaitingTurn turn;

    @Nullable
    ObjectNode modes;

    boolean working;

    /** How many replays have been asked for that are not over. */
    int replays;

    /** How often it was asked to be opened again. */
    int openings;

    ShownSession(String id, BridgeLimits limits) {
        this.id = id;
        Runnable forgotten = () -> losses.add(BridgeLoss.FORGOTTEN);
        messages = new Recent<>(limits.maxItems(), forgotten);
        tools = new Recent<>(limits.maxItems(), forgotten);
        terminals = new Recent<>(limits.maxItems(), forgotten);
        plans = new Recent<>(limits.maxItems(), forgotten);
    }

    boolean isIdle() {
        return turn == null && !working && !isReplaying();
    }

    boolean isReplaying() {
        return replays > 0;
    }

    /** Forgets what was shown, as it is shown again from the start. */
    void restart() {
        messages.clear();
        tools.clear();
        terminals.clear();
        plans.clear();
        stale.clear();
    }
}
