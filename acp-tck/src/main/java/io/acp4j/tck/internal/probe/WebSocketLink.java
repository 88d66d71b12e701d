package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.websocket.Frame;
import io.acp4j.tck.internal.websocket.RawSocket;
import io.acp4j.tck.internal.websocket.UpgradeResponse;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One WebSocket to the subject, on which a scenario sends and sees frames. Used by one scenario's thread. */
public final class WebSocketLink {

    private final RawSocket socket;
    private final Waits waits;
    private final Consumer<String> made;
    private int nextId = 1;

    /** Speaks on a WebSocket; the last is told the ids of the sessions that are made. */
    WebSocketLink(RawSocket socket, Waits waits, Consumer<String> made) {
        this.made = made;
        this.socket = socket;
        this.waits = waits;
    }

    /** Returns what the server said to the request for a WebSocket. */
    public UpgradeResponse upgrade() {
        return socket.upgrade();
    }

    /** Returns whether the server has proven that it read the request. */
    public boolean isProven() {
        return socket.isProven();
    }

    public void send(Frame frame) {
        socket.send(frame);
    }

    /** Sends bytes as they are. */
    public void sendBytes(byte[] bytes) {
        socket.sendBytes(bytes);
    }

    /** Sends a request in one text frame, and returns what came back; null when nothing did. */
    public @Nullable JsonNode call(String method, JsonNode params) throws InterruptedException {
        int id = nextId++;
        send(Frame.of(Frame.TEXT, request(id, method, params)));
        return awaitResponse(id);
    }

    /** Returns the bytes of a request. */
    public static byte[] request(int id, String method, JsonNode params) {
        return Json.bytes(obj("jsonrpc", "2.0", "id", id, "method", method, "params", params));
    }

    /** Returns the parameters of {@code initialize}. */
    public static JsonNode initialization() {
        return obj(
                "protocolVersion",
                1,
                "clientCapabilities",
                obj(),
                "clientInfo",
                obj("name", "acp-tck", "title", "acp4j conformance kit, ünïcödé", "version", "1"));
    }

    /** Sends {@code initialize} and waits, or ends the scenario. */
    public WebSocketLink initialized() throws InterruptedException {
        int id = nextId++;
        send(Frame.of(Frame.TEXT, request(id, "initialize", initialization())));
        JsonNode response = awaitResponse(id);
        if (response == null || !response.has("result")) {
            throw NotTestable.error("initialize did not succeed: " + (response == null ? absence() : response));
        }
        return this;
    }

    /** Returns whether the subject still responds to requests. */
    public boolean answers() throws InterruptedException {
        return call("_acp4j/ping", obj()) != null;
    }

    /** Waits for the response to a request; null when it did not come. A server may start an agent for each connection. */
    public @Nullable JsonNode awaitResponse(int id) throws InterruptedException {
        boolean starts = socket.texts().isEmpty();
        WaitKind kind = starts ? WaitKind.STARTUP : WaitKind.RESPONSE;
        long begun = System.nanoTime();
        JsonNode found = socket.await(each -> response(each.texts(), id), starts ? waits.startup() : waits.response());
        if (starts && found != null) {
            waits.pace().include(kind, Duration.ofNanos(System.nanoTime() - begun));
        }
        if (found != null && found.at("/result/sessionId").isTextual()) {
            made.accept(found.at("/result/sessionId").asText());
        }
        return noted(found, kind);
    }

    private static @Nullable JsonNode response(List<String> texts, int id) {
        return texts.stream()
                .map(WebSocketLink::read)
                .filter(message -> isResponse(message, id))
                .findFirst()
                .orElse(null);
    }

    private static boolean isResponse(JsonNode message, int id) {
        return !message.has("method")
                && message.path("id").isIntegralNumber()
                && message.path("id").asInt() == id;
    }

    private static JsonNode read(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return obj();
        }
    }

    /** Returns how many responses to a request have come. */
    public long responses(int id) {
        return socket.texts().stream()
                .map(WebSocketLink::read)
                .filter(message -> isResponse(message, id))
                .count();
    }

    /** Returns all messages that have come. */
    public List<JsonNode> messages() {
        return socket.texts().stream().map(WebSocketLink::read).toList();
    }

    /** Waits for a frame, whenever it came; null when it did not. */
    public @Nullable Frame awaitFrame(Predicate<Frame> wanted) throws InterruptedException {
        Frame found = socket.await(
                each -> each.frames().stream().filter(wanted).findFirst().orElse(null), waits.response());
        return noted(found, WaitKind.RESPONSE);
    }

    /** Waits for the end of the connection; false when it has not come. */
    public boolean awaitEnd() throws InterruptedException {
        if (!socket.awaitEnd(waits.response())) {
            waits.recordTimeout();
            return false;
        }
        return true;
    }

    /** Returns whether the connection is over. */
    public boolean isOver() {
        return socket.end() != null;
    }

    /** Notes it when nothing has been found though the connection goes on. */
    private <T> @Nullable T noted(@Nullable T found, WaitKind kind) {
        if (found == null && socket.end() == null) {
            waits.recordTimeout(kind);
        }
        return found;
    }

    /** Returns why something did not come. */
    public String absence() {
        String end = socket.end();
        return end == null ? "nothing" : end + ", after " + last();
    }

    private String last() {
        List<Frame> frames = frames();
        return frames.isEmpty() ? "no frame" : "a " + frames.get(frames.size() - 1);
    }

    /** Returns the frames that have come. */
    public List<Frame> frames() {
        return socket.frames();
    }

    /** Leaves without a close frame, and waits until the subject has seen it: where it does not, there is nothing to see. */
    public void hangUp() throws InterruptedException {
        socket.hangUp();
        socket.awaitEnd(waits.response());
        socket.close();
    }

    /** Ends the connection at once, without any farewell. */
    public void close() {
        socket.close();
    }
}
