package io.acp4j.inspector.log;

import io.acp4j.rpc.WireListener.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What can be said of the wire as a whole: counts, sizes, and how long responses took. Guarded by the log. */
public final class WireFacts {

    /** How many latencies of each method are kept for percentiles: the newest. */
    static final int KEPT_LATENCIES = 1000;

    private static final int MAX_METHODS = 500;

    /** Maximum number of waiting requests that are listed. */
    private static final int MAX_WAITING = 20;

    private final long[] frames = new long[2];
    private final long[] bytes = new long[2];
    private final Map<String, Method> methods = new TreeMap<>();
    private long problems;
    private int unansweredByAgent;
    private int unansweredByClient;
    private List<FrameRow> waiting = List.of();

    WireFacts() {}

    /**
     * How long the responses to a method took.
     *
     * @param name the method
     * @param direction who sent the requests: outbound for the client
     * @param count how many responses there were
     * @param errors how many of them were errors
     * @param median the median of the newest, in microseconds
     * @param p90 their 90th percentile
     * @param p99 their 99th percentile
     * @param max the longest of all
     */
    public record Latencies(
            String name, Direction direction, long count, long errors, long median, long p90, long p99, long max) {}

    private static final class Method {
        private final String name;
        private final Direction direction;
        private final long[] latest = new long[KEPT_LATENCIES];
        private long count;
        private long errors;
        private long max;

        Method(String name, Direction direction) {
            this.name = name;
            this.direction = direction;
        }

        void add(long micros, boolean isError) {
            latest[(int) (count++ % KEPT_LATENCIES)] = micros;
            errors += isError ? 1 : 0;
            max = Math.max(max, micros);
        }

        Latencies latencies() {
            int size = (int) Math.min(count, KEPT_LATENCIES);
            long[] sorted = Arrays.copyOf(latest, size);
            Arrays.sort(sorted);
            return new Latencies(
                    name, direction, count, errors, rank(sorted, 0.5), rank(sorted, 0.9), rank(sorted, 0.99), max);
        }

        /** The nearest rank: the smallest value that so many are not above. */
        private static long rank(long[] sorted, double share) {
            return sorted[(int) Math.ceil(sorted.length * share) - 1];
        }
    }

    private static int index(Direction direction) {
        return direction == Direction.INBOUND ? 0 : 1;
    }

    void add(FrameRow row) {
        Direction direction = row.direction();
        if (direction != null) {
            frames[index(direction)]++;
            bytes[index(direction)] += row.size();
        }
        problems += row.problem() == null ? 0 : 1;
        String method = row.method();
        boolean isResponse =
                row.head().kind() == FrameKind.RESPONSE || row.head().kind() == FrameKind.ERROR;
        if (isResponse && direction != null && method != null) {
            Direction asker = direction == Direction.INBOUND ? Direction.OUTBOUND : Direction.INBOUND;
            String key = method + ' ' + asker;
            if (methods.size() < MAX_METHODS || methods.containsKey(key)) {
                methods.computeIfAbsent(key, unused -> new Method(method, asker))
                        .add(row.latencyMicros(), row.head().kind() == FrameKind.ERROR);
            }
        }
    }

    void clear() {
        Arrays.fill(frames, 0);
        Arrays.fill(bytes, 0);
        methods.clear();
        problems = 0;
    }

    WireFacts copy(PendingRequests pending) {
        WireFacts copy = new WireFacts();
        System.arraycopy(frames, 0, copy.frames, 0, frames.length);
        System.arraycopy(bytes, 0, copy.bytes, 0, bytes.length);
        methods.forEach((key, method) -> {
            Method same = new Method(method.name, method.direction);
            System.arraycopy(method.latest, 0, same.latest, 0, KEPT_LATENCIES);
            same.count = method.count;
            same.errors = method.errors;
            same.max = method.max;
            copy.methods.put(key, same);
        });
        copy.problems = problems;
        copy.unansweredByAgent = pending.ofClient();
        copy.unansweredByClient = pending.ofAgent();
        copy.waiting = pending.oldest(MAX_WAITING);
        return copy;
    }

    /**
     * Returns how many frames went one way.
     *
     * @param direction the way; null for both
     * @return their number
     */
    public long frames(@Nullable Direction direction) {
        return direction == null ? frames[0] + frames[1] : frames[index(direction)];
    }

    /**
     * Returns how much went one way.
     *
     * @param direction the way
     * @return bytes, without ends of lines
     */
    public long bytes(Direction direction) {
        return bytes[index(direction)];
    }

    /**
     * Returns how many rows have a problem.
     *
     * @return their number
     */
    public long problems() {
        return problems;
    }

    /**
     * Returns how many requests of one side wait for a response.
     *
     * @param asker outbound for requests of the client
     * @return their number
     */
    public int unanswered(Direction asker) {
        return asker == Direction.OUTBOUND ? unansweredByAgent : unansweredByClient;
    }

    /**
     * Returns the oldest requests of both sides that wait for a response.
     *
     * @return the rows in their order; no more than 20
     */
    public List<FrameRow> waiting() {
        return waiting;
    }

    /**
     * Returns how long responses took.
     *
     * @return one for each method and direction, by name; no more than 500
     */
    public List<Latencies> latencies() {
        List<Latencies> all = new ArrayList<>();
        methods.values().forEach(method -> all.add(method.latencies()));
        return all;
    }
}
