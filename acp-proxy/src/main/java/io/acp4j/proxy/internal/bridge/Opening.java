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
 *
 * <p>A client of the newer version may introduce itself again before it sends any other request; an agent of the older version knows
 * nothing of that. It is asked again only when the client says something else of itself, and may refuse; then all is as it was.
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

    /** What has been opened and may be opened anew, with the request and the response that did; null when there is none. */
    private @Nullable Opened current;

    /** Whether the client has sent any other request than the first. */
    private boolean used;

    /**
     * A connection that is open.
     *
     * @param asked what the client has said of itself
     * @param result what it was told
     * @param translator translates what follows
     */
    private record Opened(JsonNode asked, JsonNode result, Translator translator) {}

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
            if (current == null) {
                asking = true;
                ask(request);
            } else {
                repeat(request, current);
            }
        } else if (current == null) {
            on.wire().refuse(request, -32600, "Invalid request: initialize comes first");
        } else {
            use(request.from());
            current.translator().request(request);
        }
    }

    /** Notes a request: after one of the client, the connection is not opened anew. */
    private void use(Side from) {
        used |= from == Side.CLIENT;
        if (used && current != null) {
            opened.accept(current.translator());
        }
    }

    private void hold(Incoming request, boolean first) {
        if (first || waiting.size() >= MAX_WAITING) {
            on.wire().refuse(request, -32600, "Invalid request: initialize has no response yet");
            return;
        }
        waiting.add(translator -> {
            if (!request.isAnswered()) {
                use(request.from());
                translator.request(request);
            }
        });
    }

    @Override
    public void notification(Side from, String method, JsonNode params) {
        if (asking && waiting.size() < MAX_WAITING) {
            waiting.add(translator -> translator.notification(from, method, params));
        } else if (!asking && current != null) {
            current.translator().notification(from, method, params);
        }
    }

    @Override
    public void ended(Side side) {
        if (current != null) {
            current.translator().ended(side);
        }
    }

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

    /** Opens the connection again, for a client of the newer version and an agent of the older one. */
    private void repeat(Incoming request, Opened present) {
        JsonNode asked = request.params().path("protocolVersion");
        if (!asked.isIntegralNumber() || !asked.canConvertToInt() || asked.intValue() < 2) {
            on.wire()
                    .refuse(
                            request,
                            -32600,
                            "Invalid request: initialized before; ask for version 2 or later, or open another connection");
        } else if (request.params().equals(present.asked())) {
            on.wire().respond(request, present.result().deepCopy());
        } else {
            asking = true;
            on.wire().forward(request, "initialize", Openings.requestForOlder(request.params()), (result, error) -> {
                if (result != null && result.path("protocolVersion").asInt(0) == 1) {
                    open(request, true, result);
                } else {
                    refuse(
                            request,
                            error == null
                                    ? Json.error(-32600, "Invalid request: the agent has changed its version")
                                    : error);
                }
            });
        }
    }

    private void refuse(Incoming request, @Nullable JsonNode error) {
        on.wire().refuse(request, error);
        release(current == null ? this : current.translator());
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
            current = new Opened(request.params(), opened, new OlderAgent(on, result.path("agentCapabilities")));
            release(current.translator());
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
