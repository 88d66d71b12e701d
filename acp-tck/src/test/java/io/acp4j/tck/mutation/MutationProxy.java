package io.acp4j.tck.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Stands between the kit and a peer that does everything right, and alters what the peer sends by one rule. It knows nothing
 * of how the peer or the kit works.
 */
final class MutationProxy implements Connector {

    /** How long a message that is to come after the next one waits for a next one. */
    private static final long HOLD_MILLIS = 60;

    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "mutation-timer");
        thread.setDaemon(true);
        return thread;
    });

    private final Connector good;
    private final Rule rule;
    private final List<String> steps;

    MutationProxy(Connector good, Rule rule) {
        this.good = good;
        this.rule = rule;
        this.steps = rule.place().isEmpty()
                ? List.of()
                : Arrays.stream(rule.place().substring(1).split("/", -1))
                        .map(step -> step.replace("~1", "/").replace("~0", "~"))
                        .toList();
    }

    @Override
    public Wire open(WireListener listener) throws IOException {
        Kinds kinds = new Kinds();
        return new Tap(good.open(new Altering(listener, kinds)), kinds);
    }

    @Override
    public String describe() {
        return rule.toString();
    }

    @Override
    public void close() {
        good.close();
    }

    /** Alters the members at the place, each that is there. */
    private void alter(JsonNode node, int step) {
        String name = steps.get(step);
        boolean last = step == steps.size() - 1;
        if (node instanceof ArrayNode array && name.equals("*")) {
            for (int i = array.size() - 1; i >= 0; i--) {
                if (!last) {
                    alter(array.get(i), step + 1);
                } else if (rule.alteration().fits(array.get(i))) {
                    rule.alteration().apply(array, i);
                }
            }
        } else if (node instanceof ObjectNode object && object.has(name)) {
            if (!last) {
                alter(object.get(name), step + 1);
            } else if (rule.alteration().fits(object.get(name))) {
                rule.alteration().apply(object, name);
            }
        }
    }

    private final class Altering implements WireListener {

        private final WireListener listener;
        private final Kinds kinds;
        private final List<byte[]> held = new ArrayList<>();

        Altering(WireListener listener, Kinds kinds) {
            this.listener = listener;
            this.kinds = kinds;
        }

        @Override
        public synchronized void received(byte[] bytes, boolean complete) {
            JsonNode message;
            try {
                message = Json.read(bytes);
            } catch (IOException e) {
                listener.received(bytes, complete);
                return;
            }
            if (!kinds.of(message).equals(rule.kind())) {
                listener.received(bytes, complete);
                release();
            } else if (rule.alteration().isOfWholeMessages()) {
                whole(bytes, complete);
            } else {
                alter(message, 0);
                String text = new String(Json.bytes(message), StandardCharsets.UTF_8).replace(Alteration.TWIN, "");
                listener.received(text.getBytes(StandardCharsets.UTF_8), complete);
            }
        }

        private void whole(byte[] bytes, boolean complete) {
            switch (rule.alteration()) {
                case LOSE -> {
                    // Nothing comes.
                }
                case REPEAT -> {
                    listener.received(bytes, complete);
                    listener.received(bytes, complete);
                }
                case LATE -> {
                    held.add(bytes);
                    TIMER.schedule(this::release, HOLD_MILLIS, TimeUnit.MILLISECONDS);
                }
                case BYTE_ORDER_MARK ->
                    listener.received(joined(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, bytes), complete);
                case CUT -> listener.received(Arrays.copyOf(bytes, bytes.length / 2), complete);
                case GLUE -> listener.received(joined(bytes, bytes), complete);
                default -> throw new IllegalStateException(rule.toString());
            }
        }

        private synchronized void release() {
            held.forEach(bytes -> listener.received(bytes, true));
            held.clear();
        }

        private static byte[] joined(byte[] one, byte[] other) {
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(one);
            both.writeBytes(other);
            return both.toByteArray();
        }

        @Override
        public void remarked(byte[] line) {
            listener.remarked(line);
        }

        @Override
        public synchronized void ended(String reason) {
            release();
            listener.ended(reason);
        }
    }

    /** Sees what is sent to the peer, and passes it on as it is. */
    private record Tap(Wire wire, Kinds kinds) implements Wire {

        @Override
        public void write(byte[] bytes) {
            wire.write(bytes);
        }

        @Override
        public void send(byte[] message) {
            try {
                kinds.sent(Json.read(message));
            } catch (IOException e) {
                // Not every message of the kit is one.
            }
            wire.send(message);
        }

        @Override
        public void remark(byte[] line) {
            wire.remark(line);
        }

        @Override
        public boolean isStream() {
            return wire.isStream();
        }

        @Override
        public void closeInput() {
            wire.closeInput();
        }

        @Override
        public OptionalInt awaitExit(Duration limit) throws InterruptedException {
            return wire.awaitExit(limit);
        }

        @Override
        public String errors() {
            return wire.errors();
        }

        @Override
        public void close() {
            wire.close();
        }
    }
}
