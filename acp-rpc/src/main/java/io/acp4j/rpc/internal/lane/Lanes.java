package io.acp4j.rpc.internal.lane;

import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The lanes of a connection: one for each session that has messages, one for messages about no session. */
public final class Lanes {

    /** At how many lanes idle ones are first looked for. */
    private static final int SWEEP_FROM = 64;

    /** How many messages may wait for a lane to be started together. */
    private static final int MAX_HELD = 32;

    private final Executor executor;
    private final InboundBudget budget;
    private final Lane common;
    private final Map<SessionId, Lane> bySession = new ConcurrentHashMap<>();
    private int sweepAt = SWEEP_FROM;
    private @Nullable SessionId lastSession;
    private @Nullable Lane lastLane;
    private boolean pausesAreTold;
    private @Nullable Lane held;
    private int heldMessages;

    public Lanes(Executor executor, InboundBudget budget) {
        this.executor = executor;
        this.budget = budget;
        this.common = new Lane(executor, budget);
    }

    /** Appends what a message of so many bytes asks for, once it may; called by the reading thread only. */
    public void add(@Nullable SessionId session, Runnable task, int bytes, boolean leaves) {
        of(session).add(new Lane.Item(task, budget.acquire(bytes), leaves, false));
    }

    /**
     * Appends a notification, as {@link #add} does; where more frames are at hand, its lane may start a little later, with
     * what they bring. Waking a thread costs more than handling a message.
     */
    public void addNotification(@Nullable SessionId session, Runnable task, int bytes) {
        if (!pausesAreTold) {
            add(session, task, bytes, false);
            return;
        }
        if (budget.isUsedUp()) {
            startHeld();
        }
        Lane.Item item = new Lane.Item(task, budget.acquire(bytes), false, false);
        Lane lane = of(session);
        boolean starts = lane.enqueue(item);
        if (starts || lane != held) {
            startHeld();
        }
        if (starts) {
            held = lane;
            heldMessages = 0;
        }
        heldMessages++;
        if (heldMessages >= MAX_HELD) {
            startHeld();
        }
    }

    /** Starts the lane that waits for more messages, if one does; called by the reading thread only. */
    public void startHeld() {
        Lane lane = held;
        held = null;
        if (lane != null) {
            lane.start();
        }
    }

    /** Is told that no more frames are at hand. */
    public void pause() {
        pausesAreTold = true;
        startHeld();
    }

    /** Finds or makes the lane of a session; called by the reading thread only. */
    public Lane of(@Nullable SessionId session) {
        if (session == null) {
            return common;
        }
        Lane lane = lastLane;
        if (lane != null && session.equals(lastSession)) {
            return lane;
        }
        lane = bySession.get(session);
        if (lane == null) {
            sweep();
            lane = new Lane(executor, budget);
            bySession.put(session, lane);
        }
        lastSession = session;
        lastLane = lane;
        return lane;
    }

    /** Finds or makes the lane of a session on any thread, while the reading thread makes none. */
    public Lane join(@Nullable SessionId session) {
        return session == null ? common : bySession.computeIfAbsent(session, any -> new Lane(executor, budget));
    }

    /** Finds the lane of a session; null when it has had no messages for some time. */
    @Nullable
    public Lane find(@Nullable SessionId session) {
        return session == null ? common : bySession.get(session);
    }

    /** Lists the lanes that have something to do. */
    public List<Lane> busy() {
        List<Lane> busy = new ArrayList<>(bySession.values());
        busy.add(common);
        busy.removeIf(Lane::isIdle);
        return busy;
    }

    /** Forgets idle lanes, so that sessions which have gone quiet cost nothing. */
    private void sweep() {
        if (bySession.size() < sweepAt) {
            return;
        }
        lastLane = null;
        lastSession = null;
        bySession.values().removeIf(Lane::isIdle);
        sweepAt = Math.max(SWEEP_FROM, 2 * bySession.size());
    }
}
