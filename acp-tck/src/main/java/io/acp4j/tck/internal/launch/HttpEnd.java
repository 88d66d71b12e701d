package io.acp4j.tck.internal.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.internal.http.ClientRequest;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.http.ClientTraffic.Treatment;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.ServedStreams;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of one client's connection over Streamable HTTP. It takes what a strict server would refuse: what is wrong with it
 * is seen in the traffic, and is not to hide what is right.
 */
final class HttpEnd implements AgentEnd, ServedStreams {

    private static final String CONNECTION = "";

    /** What the kit asks to see that what came before has been read: it takes the way of what came before. */
    private static final Set<String> FENCES = Set.of("_acp4j/fence", "_acp4j/ping");

    private static final Set<String> LOADING = Set.of("session/load", "session/resume");

    private final WireListener listener;
    private final ClientTraffic traffic;
    private final String address;
    private final String elsewhere;
    private final Runnable forget;
    private final String connectionId = UUID.randomUUID().toString();
    private final Map<String, Stream> streams = new HashMap<>();
    private final Map<JsonNode, String> routes = new HashMap<>();
    private final Map<JsonNode, Opening> openings = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private String lastSession = CONNECTION;
    private boolean met;
    private boolean left;
    private boolean over;

    /** A stream of events, or what waits for it. */
    private static final class Stream {

        private final List<byte[]> waiting = new ArrayList<>();
        private @Nullable HttpResponder reader;
        private boolean wasRead;
    }

    /** An {@code initialize} that waits for its response. */
    private record Opening(HttpResponder responder, Map<String, String> headers) {}

    HttpEnd(WireListener listener, ClientTraffic traffic, String address, String elsewhere, Runnable forget) {
        this.listener = listener;
        this.traffic = traffic;
        this.address = address;
        this.elsewhere = elsewhere;
        this.forget = forget;
        traffic.served(this);
    }

    // What the client sends; on the one thread of its port.

    void take(HttpResponder responder, String method, Map<String, String> headers, byte[] body, boolean other) {
        JsonNode message = read(body);
        ClientRequest request = traffic.record(method, headers, message, other);
        Treatment treatment = traffic.treatment(request);
        if (hasLeft()) {
            responder.respond(HttpResponder.UNKNOWN, Map.of(), new byte[0]);
            return;
        }
        switch (method) {
            case "POST" -> {
                boolean refused = treatment != null && treatment.status() > 0;
                posted(responder, message, treatment);
                // What is refused has not reached the agent; that the client has come, is seen all the same.
                if (!refused || request.posts("initialize")) {
                    listener.received(body, true);
                }
            }
            case "GET" -> {
                int refusal = treatment == null ? 0 : treatment.status();
                if (refusal > 0 || !opened(request.header(HttpCall.SESSION_ID), responder)) {
                    responder.respond(refusal > 0 ? refusal : HttpResponder.CONFLICT, Map.of(), new byte[0]);
                }
            }
            case "DELETE" -> {
                responder.respond(HttpResponder.TAKEN, Map.of(), new byte[0]);
                ended("the client ended the connection");
                leave();
            }
            default -> responder.respond(HttpResponder.METHOD, Map.of(), new byte[0]);
        }
    }

    private static JsonNode read(byte[] body) {
        try {
            return body.length == 0 ? MissingNode.getInstance() : Json.read(body);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    private void posted(HttpResponder responder, JsonNode message, @Nullable Treatment treatment) {
        String method = message.path("method").asText();
        int status = treatment == null ? 0 : treatment.status();
        Map<String, String> headers = treatment == null ? Map.of() : treatment.headers();
        synchronized (this) {
            met = true;
            known.add(session(message, "/params/sessionId"));
            if (message.has("id") && message.has("method")) {
                String session = session(message, "/params/sessionId");
                routes.put(
                        message.path("id"),
                        LOADING.contains(method) && traffic.loadsOnConnection() ? CONNECTION : session);
            }
            if (method.equals("initialize") && status == 0) {
                openings.put(message.path("id"), new Opening(responder, headers));
                return;
            }
        }
        int response = status == 0 ? HttpResponder.TAKEN : status;
        if (treatment == null) {
            responder.respond(response, headers, new byte[0]);
        } else {
            var unused = treatment.until().thenRun(() -> responder.respond(response, headers, new byte[0]));
        }
    }

    private synchronized boolean opened(String session, HttpResponder responder) {
        Stream stream = stream(session);
        if (stream.reader != null) {
            return false;
        }
        stream.reader = responder;
        stream.wasRead = true;
        known.add(session);
        responder.stream(traffic.preface(), () -> closed(session, responder));
        responder.write(stream.waiting);
        stream.waiting.clear();
        return true;
    }

    private void closed(String session, HttpResponder responder) {
        boolean byClient;
        synchronized (this) {
            Stream stream = stream(session);
            byClient = stream.reader == responder;
            if (byClient) {
                stream.reader = null;
            }
        }
        if (byClient && session.equals(CONNECTION)) {
            ended("the client left the stream of the connection");
        }
    }

    private void ended(String reason) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        listener.ended(reason);
    }

    // What the client is sent

    @Override
    public void write(byte[] bytes) {
        send(bytes);
    }

    @Override
    public synchronized void send(byte[] message) {
        JsonNode json = read(message);
        if (json.has("method") || !json.has("id")) {
            emit(about(json), message);
            return;
        }
        known.add(session(json, "/result/sessionId"));
        Opening opening = openings.remove(json.path("id"));
        String session = routes.remove(json.path("id"));
        if (opening == null) {
            emit(session == null ? CONNECTION : session, message);
            return;
        }
        Map<String, String> headers = new HashMap<>(opening.headers());
        if (json.has("result")) {
            headers.put(HttpCall.CONNECTION_ID, connectionId);
        }
        opening.responder().respond(HttpResponder.OK, headers, message);
    }

    /**
     * Returns the session whose stream a message of the agent takes. A request about a session that the client cannot know takes the
     * stream of the connection: nobody reads another. An update of one waits for the client to hear of the session.
     */
    private String about(JsonNode message) {
        String session = session(message, "/params/sessionId");
        if (session.isEmpty()) {
            boolean fence = FENCES.contains(message.path("method").asText());
            return fence && isOrWillBeRead(lastSession) ? lastSession : CONNECTION;
        }
        return message.has("id") && !known.contains(session) ? CONNECTION : session;
    }

    /** Returns whether a client reads the stream of a session, or has to open it as it knows the session. */
    private boolean isOrWillBeRead(String session) {
        Stream stream = stream(session);
        return stream.reader != null || (known.contains(session) && !stream.wasRead);
    }

    /** Returns the session that a message names; the connection when it names none, or something that is no name. */
    private static String session(JsonNode message, String pointer) {
        JsonNode name = message.at(pointer);
        return name.isTextual() ? name.asText() : CONNECTION;
    }

    private Stream stream(String session) {
        return streams.computeIfAbsent(session, name -> new Stream());
    }

    private void emit(String session, byte[] message) {
        lastSession = session.isEmpty() ? lastSession : session;
        Stream stream = stream(session);
        List<byte[]> event = traffic.event(message);
        if (stream.reader == null) {
            stream.waiting.addAll(event);
        } else {
            stream.reader.write(event);
        }
    }

    // What scenarios do

    @Override
    public String elsewhere() {
        return elsewhere;
    }

    @Override
    public synchronized void end(String session) {
        HttpResponder reader = stream(session).reader;
        stream(session).reader = null;
        if (reader != null) {
            reader.end();
        }
    }

    @Override
    public synchronized CompletableFuture<Boolean> flood(String session, long bytes) {
        HttpResponder reader = stream(session).reader;
        if (reader == null) {
            throw new IllegalStateException("Nobody reads the stream");
        }
        return reader.flood(bytes);
    }

    // The end

    private synchronized boolean hasLeft() {
        return left;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public boolean isStream() {
        return false;
    }

    @Override
    public boolean isHttp() {
        return true;
    }

    @Override
    public synchronized boolean isMet() {
        return met;
    }

    @Override
    public synchronized void leave() {
        left = true;
        Set.copyOf(streams.keySet()).forEach(this::end);
        openings.values().forEach(opening -> opening.responder().hangUp());
        openings.clear();
    }

    @Override
    public void close() {
        forget.run();
        leave();
    }
}
