package io.acp4j.inspector.log;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.WireListener.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When requests were sent, when their turns said something first and last, and how much went over the wire in which part of the time.
 * What it keeps does not grow with the log. Guarded by the log.
 */
final class Timings {

    /** How many requests are kept: the newest. */
    static final int MAX_REQUESTS = 10_000;

    /** How many parts the time is divided into at most; they are twice as long when that is not enough. */
    static final int MAX_PARTS = 240;

    private static final int MAX_SESSIONS = 1_000;
    private static final long SHORTEST_PART = 10_000;
    private static final String PROMPT = "session/prompt";

    private static final class Asked {
        private final FrameRow request;
        private boolean isError;
        private boolean isLost;
        private long end;
        private long first = -1;
        private long last = -1;

        Asked(FrameRow request) {
            this.request = request;
        }

        boolean waits() {
            return request.latencyMicros() < 0 && !isLost;
        }

        /** Returns when there was something of it for the last time; later than anything while it waits. */
        long until() {
            long answered = isLost ? end : request.micros() + request.latencyMicros();
            return waits() ? Long.MAX_VALUE : Math.max(answered, last);
        }

        TimingReport.Request shown() {
            long start = request.micros();
            return new TimingReport.Request(
                    request.number(),
                    String.valueOf(request.method()),
                    request.direction() == Direction.OUTBOUND,
                    start,
                    isLost ? Math.max(0, end - start) : request.latencyMicros(),
                    isError,
                    isLost,
                    first < 0 ? -1 : Math.max(0, first - start),
                    last < 0 ? -1 : Math.max(0, last - start));
        }
    }

    private final Asked[] requests = new Asked[MAX_REQUESTS];
    private final Map<String, Asked> turns = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Asked> eldest) {
            return size() > MAX_SESSIONS;
        }
    };
    private final long[][] parts = new long[4][MAX_PARTS];
    private final int[][] mostWaiting = new int[2][MAX_PARTS];
    private final int[] waiting = new int[2];
    private final long[][] mostQueued = new long[2][MAX_PARTS];
    private final long[] queued = new long[2];
    private boolean isMetered;
    private int lastQueuedPart;
    private int lastPart;
    private long asked;
    private long begin = -1;
    private long end = -1;
    private long width = SHORTEST_PART;

    /**
     * Takes a row.
     *
     * @param forAgent how many requests of the client wait for a response now
     * @param forClient how many requests of the agent do
     */
    void add(FrameRow row, int forAgent, int forClient) {
        Direction direction = row.direction();
        if (direction == null) {
            return;
        }
        wait(count(row, direction), forAgent, forClient);
        switch (row.head().kind()) {
            case REQUEST -> {
                Asked request = new Asked(row);
                requests[(int) (asked++ % MAX_REQUESTS)] = request;
                String session = row.head().session();
                if (session != null && PROMPT.equals(row.method()) && direction == Direction.OUTBOUND) {
                    turns.put(session, request);
                }
            }
            case ERROR -> {
                Asked request = find(row.pair());
                if (request != null) {
                    request.isError = true;
                }
            }
            case NOTIFICATION -> said(row);
            default -> {}
        }
    }

    private void said(FrameRow row) {
        Asked turn = row.head().session() == null ? null : turns.get(row.head().session());
        String update = row.head().update();
        if (turn == null || update == null || row.direction() != Direction.INBOUND) {
            return;
        }
        turn.last = row.micros();
        if (turn.first < 0 && update.startsWith("agent_message")) {
            turn.first = row.micros();
        }
    }

    /** Rows have ascending numbers, so the request of one is found by halving. */
    private @Nullable Asked find(long number) {
        long low = Math.max(0, asked - MAX_REQUESTS);
        long high = asked - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            Asked found = requests[(int) (middle % MAX_REQUESTS)];
            if (found.request.number() == number) {
                return found;
            }
            if (found.request.number() < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** Returns the part of the time that a moment is in; it is the last one from now on, unless it was long ago. */
    private int part(long micros) {
        if (begin < 0) {
            begin = micros;
        }
        end = Math.max(end, micros);
        // A clock that was set back counts for the beginning.
        long since = Math.max(0, micros - begin);
        while (since / width >= MAX_PARTS) {
            halve();
        }
        return (int) (since / width);
    }

    private int count(FrameRow row, Direction direction) {
        int part = part(row.micros());
        int side = direction == Direction.INBOUND ? 0 : 2;
        parts[side][part]++;
        parts[side + 1][part] += row.size();
        return part;
    }

    /** What waited at the end of a part waits through the next ones, until something happens. */
    private void wait(int part, int forAgent, int forClient) {
        for (int side = 0; side < 2; side++) {
            for (int i = lastPart + 1; i <= part; i++) {
                mostWaiting[side][i] = waiting[side];
            }
            waiting[side] = side == 0 ? forAgent : forClient;
            mostWaiting[side][part] = Math.max(mostWaiting[side][part], waiting[side]);
        }
        lastPart = Math.max(lastPart, part);
    }

    /** Extends the time to a moment, with the requests that wait now. */
    void continueUntil(long micros) {
        wait(part(micros), waiting[0], waiting[1]);
    }

    /** Takes how many bytes wait; returns whether that is news. What waits is measured until it is gone, and nothing when nothing waits. */
    boolean queued(long micros, long inbound, long outbound) {
        boolean isNews = !isMetered || queued[0] != inbound || queued[1] != outbound;
        isMetered = true;
        if (begin >= 0 && (isNews || inbound > 0 || outbound > 0)) {
            int part = part(micros);
            for (int side = 0; side < 2; side++) {
                for (int i = lastQueuedPart + 1; i <= part; i++) {
                    mostQueued[side][i] = queued[side];
                }
                mostQueued[side][part] = Math.max(mostQueued[side][part], side == 0 ? inbound : outbound);
            }
            lastQueuedPart = Math.max(lastQueuedPart, part);
        }
        queued[0] = inbound;
        queued[1] = outbound;
        return isNews;
    }

    /** Returns the bytes that wait inbound and outbound; null when that was never measured. */
    long @Nullable [] queues() {
        return isMetered ? queued.clone() : null;
    }

    private void halve() {
        for (long[] figures : parts) {
            for (int i = 0; i < MAX_PARTS; i++) {
                figures[i] = i < MAX_PARTS / 2 ? figures[2 * i] + figures[2 * i + 1] : 0;
            }
        }
        for (int[] most : mostWaiting) {
            for (int i = 0; i < MAX_PARTS; i++) {
                most[i] = i < MAX_PARTS / 2 ? Math.max(most[2 * i], most[2 * i + 1]) : 0;
            }
        }
        for (long[] most : mostQueued) {
            for (int i = 0; i < MAX_PARTS; i++) {
                most[i] = i < MAX_PARTS / 2 ? Math.max(most[2 * i], most[2 * i + 1]) : 0;
            }
        }
        lastPart /= 2;
        lastQueuedPart /= 2;
        width *= 2;
    }

    /** What waits for a response will not get one. */
    void connectionEnded() {
        turns.clear();
        Arrays.fill(waiting, 0);
        for (long i = Math.max(0, asked - MAX_REQUESTS); i < asked; i++) {
            Asked request = requests[(int) (i % MAX_REQUESTS)];
            if (request.waits()) {
                request.isLost = true;
                request.end = end;
            }
        }
    }

    void clear() {
        asked = 0;
        turns.clear();
        Arrays.fill(requests, null);
        begin = -1;
        end = -1;
        width = SHORTEST_PART;
        for (long[] figures : parts) {
            Arrays.fill(figures, 0);
        }
        for (int[] most : mostWaiting) {
            Arrays.fill(most, 0);
        }
        for (long[] most : mostQueued) {
            Arrays.fill(most, 0);
        }
        lastPart = 0;
        lastQueuedPart = 0;
    }

    /**
     * Finds a prompt.
     *
     * @param session its session, as it is shown
     * @param back how many prompts of the session came after it
     * @return its row; {@link FrameRow#NONE} when it is not known
     */
    long prompt(String session, int back) {
        int left = back;
        for (long i = asked - 1; i >= Math.max(0, asked - MAX_REQUESTS); i--) {
            FrameRow request = requests[(int) (i % MAX_REQUESTS)].request;
            if (isPrompt(request, session) && left-- == 0) {
                return request.number();
            }
        }
        return FrameRow.NONE;
    }

    /**
     * Returns in which turn of its session a row was.
     *
     * @return how many prompts of the session came after that of the turn; -1 when there was none yet
     */
    int promptsSince(String session, long number) {
        int later = 0;
        for (long i = asked - 1; i >= Math.max(0, asked - MAX_REQUESTS); i--) {
            FrameRow request = requests[(int) (i % MAX_REQUESTS)].request;
            if (isPrompt(request, session)) {
                if (request.number() <= number) {
                    return later;
                }
                later++;
            }
        }
        return -1;
    }

    private static boolean isPrompt(FrameRow request, String session) {
        String id = request.head().session();
        return id != null
                && request.direction() == Direction.OUTBOUND
                && PROMPT.equals(request.method())
                && VisibleText.line(id).equals(session);
    }

    TimingReport report(long from, long to, int skip, int atMost) {
        List<TimingReport.Request> shown = new ArrayList<>();
        int matching = 0;
        for (long i = Math.max(0, asked - MAX_REQUESTS); i < asked; i++) {
            Asked request = requests[(int) (i % MAX_REQUESTS)];
            if (request.request.micros() <= to && request.until() >= from) {
                if (matching >= skip && shown.size() < atMost) {
                    shown.add(request.shown());
                }
                matching++;
            }
        }
        int count = begin < 0 ? 0 : (int) ((end - begin) / width) + 1;
        List<TimingReport.Part> through = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            through.add(new TimingReport.Part(
                    parts[0][i],
                    parts[1][i],
                    parts[2][i],
                    parts[3][i],
                    mostWaiting[0][i],
                    mostWaiting[1][i],
                    mostQueued[0][i],
                    mostQueued[1][i]));
        }
        return new TimingReport(
                Math.max(0, begin),
                Math.max(0, end),
                width,
                List.copyOf(through),
                matching,
                Math.max(0, asked - MAX_REQUESTS),
                List.copyOf(shown));
    }
}
