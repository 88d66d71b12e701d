package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.MessageStore;
import io.acp4j.tck.internal.wire.Wire;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** What the kit sends over one connection, recorded before it is written; responds to requests of the subject as told. */
final class Outgoing {

    private final Log log;
    private final Responders responders;
    private final CountDownLatch decided = new CountDownLatch(1);
    private volatile @Nullable Wire wire;

    Outgoing(Responders responders, MessageStore store) {
        this.responders = responders;
        this.log = new Log(this::answer, store);
    }

    Log log() {
        return log;
    }

    Responders responders() {
        return responders;
    }

    /** Goes on with a connection that is open, or with none: it could not be opened. */
    void opened(@Nullable Wire open) {
        wire = open;
        decided.countDown();
    }

    Wire wire() {
        Wire open = wire;
        if (open == null) {
            throw new IllegalStateException("The connection is not open");
        }
        return open;
    }

    Entry send(JsonNode message) {
        return send(Json.bytes(message));
    }

    Entry send(byte[] message) {
        Entry entry = log.sent(message);
        wire().send(message);
        return entry;
    }

    /** Writes bytes without a delimiter. */
    void write(byte[] bytes) {
        log.sent(bytes);
        wire().write(bytes);
    }

    /** Sends a line over the side channel. */
    Entry remark(JsonNode line) {
        byte[] bytes = Json.bytes(line);
        Entry entry = log.note(true, bytes);
        wire().remark(bytes);
        return entry;
    }

    void respond(Entry request, ObjectNode members) {
        ObjectNode response = obj("jsonrpc", "2.0", "id", request.at("/id"));
        response.setAll(members);
        send(response);
    }

    private void answer(Entry request) {
        // A subject may be faster than the thread that opens the connection to it.
        try {
            decided.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        ObjectNode members = responders.to(request.method()).to(request);
        if (members != null) {
            respond(request, members);
        }
    }
}
