package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.internal.receipt.ReceiptSigns;
import io.acp4j.rpc.internal.receipt.UnnamedResponse;
import io.acp4j.rpc.internal.receipt.UnnamedResponseRule;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.rpc.internal.text.RequestNumber;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of the bridge to one peer that have no response, and the rule for responses without an ID. */
final class OutgoingRequests implements UnnamedResponseRule.Requests<Outgoing> {

    private final Wire wire;
    private final Side side;
    private final Timers timers;
    private final PeerWarnings warnings = new PeerWarnings();
    private final Map<Long, Outgoing> open = new HashMap<>();
    private final ReceiptSigns<Outgoing> signs = new ReceiptSigns<>(this::isPending);
    private final UnnamedResponseRule<Outgoing> rule = new UnnamedResponseRule<>(this, signs);

    OutgoingRequests(Wire wire, Side side, Timers timers) {
        this.wire = wire;
        this.side = side;
        this.timers = timers;
    }

    void add(Outgoing request) {
        open.put(request.id, request);
        signs.await(request);
    }

    void remove(Outgoing request) {
        if (open.remove(request.id, request)) {
            signs.forget(request);
        }
    }

    /** Removes all requests, and returns them. */
    List<Outgoing> removeAll() {
        List<Outgoing> all = List.copyOf(open.values());
        all.forEach(this::remove);
        return all;
    }

    /** Finds a request by the ID of its response. */
    @Nullable
    Outgoing find(JsonNode id) {
        RequestId text = id.isTextual() ? RequestNumber.of(RequestId.of(id.textValue())) : null;
        JsonNode number = text == null ? id : RequestId.CODEC.toRaw(text).toTree();
        return number.isIntegralNumber() && number.canConvertToLong() ? open.get(number.longValue()) : null;
    }

    int size() {
        return open.size();
    }

    /** Records the session of a request or notification of the peer. */
    void heardOf(JsonNode params) {
        SessionId session = sessionOf(params);
        if (session != null) {
            signs.heardOf(session);
        }
    }

    /** Returns the session that parameters name, or null. */
    static @Nullable SessionId sessionOf(JsonNode params) {
        String session = Json.text(params, "sessionId");
        return session == null || session.isEmpty() ? null : new SessionId(session);
    }

    /** Handles an error without an ID. */
    void takeUnnamed(JsonNode error) {
        ErrorObject known = errorOf(error);
        rule.take(new UnnamedResponse(known, "a response that names no request (" + known.code() + ")"), warnings);
    }

    /** Handles another response without an ID. */
    void takeUnnamed(String description) {
        rule.take(new UnnamedResponse(null, description), warnings);
    }

    /** Handles a message that cannot be read and that may be a response. */
    void suspect(@Nullable RequestId id, String description) {
        rule.suspect(id, new UnnamedResponse(null, description), warnings);
    }

    private static ErrorObject errorOf(JsonNode error) {
        try {
            return ErrorObject.CODEC.decode(RawJson.of(error));
        } catch (SchemaException e) {
            throw new IllegalStateException("the form of an error is checked before", e);
        }
    }

    @Override
    public List<Outgoing> sent() {
        List<Outgoing> sent = new ArrayList<>(open.values());
        sent.removeIf(request -> request.bytes() == 0);
        return sent;
    }

    @Override
    public boolean isPending(Outgoing request) {
        return open.containsKey(request.id);
    }

    @Override
    public @Nullable Outgoing findDamaged(RequestId id) {
        return find(RequestId.CODEC.toRaw(id).toTree());
    }

    @Override
    public boolean isPeerWaiting(Outgoing request) {
        return request.session() != null && wire.isWaiting(side, request.session());
    }

    /** A larger message receives the same error again. */
    @Override
    public void limit(int maxBytes) {}

    @Override
    public void end(Outgoing request, UnnamedResponse response) {
        remove(request);
        wire.conclude(request, null, treeOf(response));
    }

    @Override
    public void giveUp(Outgoing request, UnnamedResponse response) {
        wire.notify(side, Wire.CANCEL, Json.object().put("requestId", request.id));
        end(request, response);
    }

    private static JsonNode treeOf(UnnamedResponse response) {
        if (response.error() != null) {
            return ErrorObject.CODEC.toRaw(response.error()).toTree();
        }
        ObjectNode error = Json.error(-32603, "Internal error: " + response.description());
        error.putObject("data").put("reason", "unreadable_response");
        return error;
    }

    @Override
    public Duration wait(Outgoing request) {
        return UnnamedResponseRule.DEFAULT_WAIT;
    }

    @Override
    public void after(Duration delay, Runnable action) {
        timers.after(delay, action);
    }

    @Override
    public long nanoTime() {
        return timers.nanoTime();
    }
}
