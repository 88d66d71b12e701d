package io.acp4j.proxy.internal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.newer.NewerAgent;
import io.acp4j.proxy.internal.bridge.older.OlderAgent;
import io.acp4j.proxy.internal.bridge.values.Openings;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import io.acp4j.proxy.internal.bridge.wire.Translator;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The begin of a connection: finds out which version each peer speaks. The agent is asked in the client's version; one that refuses
 * that is asked once more, in the other one.
 */
final class Opening implements Translator {

    /** How many messages may wait for the response to the first. */
    private static final int MAX_WAITING = 1024;

    /** Errors with which agents refuse a version, or parameters of another one than theirs. */
    private static final Set<Integer> REFUSALS = Set.of(-32022, -32600, -32602);

    private final Surroundings on;
    private final Consumer<Translator> opened;
    private final ArrayDeque<Consumer<Translator>> waiting = new ArrayDeque<>();
    private boolean asking;

    /**
     * Waits for the first request.
     *
     * @param opened takes what comes after it
     */
    Opening(Surroundings on, Consumer<Translator> opened) {
        this.on = on;
        this.opened = opened;
    }

    @Override
    public void request(Incoming request) {
        boolean first = request.from() == Side.CLIENT && request.method().equals("initialize");
        if (asking) {
            hold(request, first);
        } else if (first) {
            asking = true;
            ask(request);
        } else {
            on.wire().refuse(request, -32600, "Invalid request: initialize comes first");
        }
    }

    private void hold(Incoming request, boolean first) {
        if (first || waiting.size() >= MAX_WAITING) {
            on.wire().refuse(request, -32600, "Invalid request: initialize has no response yet");
            return;
        }
        waiting.add(translator -> {
            if (!request.isAnswered()) {
                translator.request(request);
            }
        });
    }

    @Override
    public void notification(Side from, String method, JsonNode params) {
        if (asking && waiting.size() < MAX_WAITING) {
            waiting.add(translator -> translator.notification(from, method, params));
        }
    }

    @Override
    public void ended(Side side) {}

    private void ask(Incoming request) {
        JsonNode asked = request.params().path("protocolVersion");
        if (asked.isIntegralNumber() && asked.canConvertToInt() && asked.intValue() < 1) {
            refuse(request, unsupported(asked, "the oldest one is 1", 1, 2));
            return;
        }
        boolean newer = asked.isIntegralNumber() && asked.canConvertToInt() && asked.intValue() >= 2;
        JsonNode params = newer ? Openings.requestForEither(request.params()) : request.params();
        on.wire().forward(request, "initialize", params, (result, error) -> {
            if (result != null) {
                open(request, newer, result);
            } else if (error != null && REFUSALS.contains(error.path("code").asInt())) {
                askAgain(request, newer, error);
            } else {
                refuse(request, error);
            }
        });
    }

    private void askAgain(Incoming request, boolean newer, JsonNode first) {
        ObjectNode params =
                newer ? Openings.requestForOlder(request.params()) : Openings.requestForNewer(request.params());
        on.wire().forward(request, "initialize", params, (result, error) -> {
            if (result == null) {
                refuse(request, first);
            } else {
                open(request, newer, result);
            }
        });
    }

    private void refuse(Incoming request, @Nullable JsonNode error) {
        on.wire().refuse(request, error);
        release(this);
    }

    /** Hands on what has waited; once without success, the next first request may come. */
    private void release(Translator translator) {
        asking = false;
        for (Consumer<Translator> each; (each = waiting.poll()) != null; ) {
            each.accept(translator);
        }
    }

    private void open(Incoming request, boolean newer, JsonNode result) {
        int agents = result.path("protocolVersion").asInt(0);
        if (agents == (newer ? 2 : 1)) {
            on.wire().respond(request, result);
            start(new Unchanged(on.wire()));
        } else if (newer && agents == 1) {
            ObjectNode opened = Openings.resultForNewer(result, on.settings().agentName());
            OlderAgent.describe(opened);
            on.wire().respond(request, opened);
            start(new OlderAgent(on, result.path("agentCapabilities")));
        } else if (!newer && agents == 2 && Json.has(result.path("capabilities"), "session")) {
            Losses losses = new Losses();
            ObjectNode opened = Openings.resultForOlder(result, losses);
            NewerAgent.describe(opened);
            losses.tellIn(opened);
            on.wire().respond(request, opened);
            start(new NewerAgent(
                    on, request.params().path("clientCapabilities").deepCopy(), result.path("capabilities")));
        } else {
            refuse(
                    request,
                    unsupported(
                            request.params().path("protocolVersion"),
                            "the agent behind the bridge speaks none that the client does"));
        }
    }

    private static ObjectNode unsupported(JsonNode requested, String why, int... supported) {
        ObjectNode error = Json.error(-32022, "Unsupported protocol version: " + why);
        ObjectNode data = error.putObject("data");
        data.set("requested", requested);
        ArrayNode versions = data.putArray("supported");
        for (int version : supported) {
            versions.add(version);
        }
        return error;
    }

    private void start(Translator translator) {
        opened.accept(translator);
        release(translator);
    }
}
