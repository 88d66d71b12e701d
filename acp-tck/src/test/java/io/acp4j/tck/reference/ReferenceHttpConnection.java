package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One connection of the reference endpoint over HTTP: its agent, and what waits on each of its streams. */
final class ReferenceHttpConnection {

    private static final byte[] END = new byte[0];

    /** Requests about sessions that need not be open. */
    static final Set<String> ABOUT_CLOSED = Set.of("session/load", "session/resume", "session/fork", "session/delete");

    private static final long SIGN_OF_LIFE_MILLIS = 50;
    private static final int LARGE = 500_000;
    private static final int MANY = 1_000;

    final String id;
    final ReferenceAgent agent;
    final CompletableFuture<byte[]> initialized = new CompletableFuture<>();
    private final Faults faults;
    private final boolean raw;

    /** Whether it belongs to the second principal. */
    final boolean ofOther;

    private final Map<String, Mailbox> mailboxes = new ConcurrentHashMap<>();
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private final Map<JsonNode, String> routes = new ConcurrentHashMap<>();
    private final Map<JsonNode, String> methods = new ConcurrentHashMap<>();
    private final Map<JsonNode, CompletableFuture<byte[]>> bodies = new ConcurrentHashMap<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ReentrantLock pen = new ReentrantLock();

    /** What waits for the reader of a stream. */
    static final class Mailbox {

        final BlockingQueue<byte[]> events = new LinkedBlockingQueue<>();
        final AtomicBoolean read = new AtomicBoolean();
        final AtomicInteger said = new AtomicInteger();
        volatile boolean ever;

        /** Whether nobody read it when the last prompt of its session came. */
        volatile boolean early;

        /** An update that a faulty endpoint sends after the next one. */
        private byte @Nullable [] held;
    }

    ReferenceHttpConnection(String id, ReferenceStore store, Faults faults, boolean raw, boolean ofOther) {
        this.ofOther = ofOther;
        this.id = id;
        this.faults = faults;
        this.raw = raw;
        this.agent = new ReferenceAgent(store, faults, this::deliver, this::end);
    }

    /** Returns whether something is wrong with this connection: the kit gets to know the agent on others. */
    boolean has(String fault) {
        return raw && faults.has(fault);
    }

    Mailbox mailbox(String session) {
        return mailboxes.computeIfAbsent(session, name -> new Mailbox());
    }

    // In

    /** Hands a message to the agent; returns what the body of the response has, which is complete only where there is to be one. */
    CompletableFuture<byte[]> receive(JsonNode message, byte[] bytes, String session) {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        JsonNode request = message.path("id");
        if (message.has("method") && message.has("id")) {
            if (message.path("method").asText().equals("session/prompt")) {
                mailbox(session).early = !mailbox(session).read.get();
            }
            routes.put(request, session);
            methods.put(request, message.path("method").asText());
            if (has("http-new-in-body") && message.path("method").asText().equals("session/new")) {
                bodies.put(request, body);
            }
        }
        agent.receive(bytes);
        return body;
    }

    boolean owes(JsonNode message) {
        return bodies.containsKey(message.path("id"));
    }

    /** Returns whether a session may be read: all may, unless the endpoint hides those that are not open on the connection. */
    boolean lets(String session) {
        return !hides() || open.contains(session);
    }

    private boolean hides() {
        return faults.has("http-hides-unopened") || faults.has("http-hides-loaded");
    }

    private boolean isInTurn() {
        return methods.containsValue("session/prompt");
    }

    // Out

    private synchronized void deliver(byte[] bytes) {
        for (byte each : bytes) {
            if (each == '\n') {
                route(line.toByteArray());
                line.reset();
            } else {
                line.write(each);
            }
        }
    }

    private void route(byte[] bytes) {
        JsonNode message;
        try {
            message = Json.read(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (message.has("method") || !message.has("id")) {
            update(message, bytes);
            return;
        }
        JsonNode request = message.path("id");
        String session = routes.getOrDefault(request, "");
        routes.remove(request);
        String method = methods.remove(request);
        if (message.has("result")) {
            opened(method, session, message.at("/result/sessionId"));
        }
        if ("initialize".equals(method) && !initialized.isDone()) {
            initialized.complete(bytes);
            return;
        }
        CompletableFuture<byte[]> body = bodies.remove(request);
        if (body != null) {
            body.complete(bytes);
            return;
        }
        boolean confused = has("http-confuses-ids")
                && request.isTextual()
                && request.asText().equals("1");
        boolean early = ABOUT_CLOSED.contains(String.valueOf(method)) && hides();
        mailbox(early ? "" : session).events.add(confused ? Json.bytes(((ObjectNode) message).put("id", 1)) : bytes);
    }

    private void opened(@Nullable String method, String session, JsonNode made) {
        if (made.isTextual()) {
            open.add(made.asText());
        }
        boolean loaded = "session/load".equals(method) || "session/resume".equals(method);
        if (loaded && !faults.has("http-hides-loaded")) {
            open.add(session);
        }
    }

    private void update(JsonNode message, byte[] bytes) {
        String session = message.at("/params/sessionId").asText("");
        String text = message.at("/params/update/content/text").asText();
        Mailbox own = mailbox(session);
        JsonNode child = message.at("/params/update/sessionId");
        if (child.isTextual()) {
            open.add(child.asText());
        }
        if (has("http-drops-early") && own.early && !session.isEmpty()) {
            return;
        }
        if (has("http-swaps-chunks") && text.equals("7 ")) {
            own.held = bytes;
            return;
        }
        if (has("http-drops-when-full") && own.said.incrementAndGet() > MANY) {
            return;
        }
        byte[] event = has("http-cuts-events") && bytes.length > LARGE ? java.util.Arrays.copyOf(bytes, LARGE) : bytes;
        own.events.add(event);
        if (own.held != null) {
            own.events.add(own.held);
            own.held = null;
        }
        if (has("http-mixes-sessions") && text.equals("5 ")) {
            mailboxes.forEach((name, other) -> {
                if (!name.isEmpty() && other != own) {
                    other.events.add(bytes);
                }
            });
        }
    }

    /** Writes what comes for a stream until it ends. */
    void stream(Mailbox mailbox, OutputStream out) throws IOException {
        try {
            while (true) {
                byte[] event = mailbox.events.poll(SIGN_OF_LIFE_MILLIS, TimeUnit.MILLISECONDS);
                if (event == END) {
                    return;
                }
                if (event != null) {
                    takePen(event);
                    out.write(("data: " + new String(event, StandardCharsets.UTF_8) + "\n\n")
                            .getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    if (pen.isHeldByCurrentThread() && isResponse(event)) {
                        leavePen();
                    }
                } else if (mailbox != mailbox("") || !has("http-silent")) {
                    out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                } else if (mailbox.events.isEmpty()) {
                    out.flush();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            mailbox.read.set(false);
            leavePen();
        }
    }

    // What is wrong when one session at a time may write: from its first chunk to its response.

    private void takePen(byte[] event) {
        if (has("http-one-writes")
                && !pen.isHeldByCurrentThread()
                && new String(event, 0, Math.min(event.length, MANY), StandardCharsets.UTF_8).contains("\"1 \"")) {
            pen.lock();
        }
    }

    private static boolean isResponse(byte[] event) {
        try {
            return !Json.read(event).has("method");
        } catch (IOException e) {
            return false;
        }
    }

    private void leavePen() {
        if (pen.isHeldByCurrentThread()) {
            pen.unlock();
        }
    }

    void end() {
        boolean stays = has("http-stays-in-turns") && isInTurn();
        agent.abandon();
        mailboxes.forEach((name, mailbox) -> {
            if (!stays || name.isEmpty()) {
                mailbox.events.add(END);
            }
        });
        initialized.completeExceptionally(new IOException("the agent has ended"));
    }

    /** Ends everything, whatever is wrong with it. */
    void kill() {
        agent.abandon();
        mailboxes.values().forEach(mailbox -> mailbox.events.add(END));
    }
}
