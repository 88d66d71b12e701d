package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.http.ClientRequest;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.MessageStore;
import io.acp4j.tck.internal.wire.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One connection to the subject; unless told otherwise, the kit is the client. Used by one scenario's thread. */
public final class Link {

    /** How often the kit settles before it takes for absent what a subject sends of its own accord. */
    private static final int MOST_SETTLES = 10;

    /** How long a subject may take to end when its client leaves; one that goes on is ended. */
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /** What changes a connection for those who come after. */
    private static final Set<String> LASTING =
            Set.of("initialize", "authenticate", "logout", "auth/login", "auth/logout");

    private final Log log;
    private final Responders answers;
    private final CountDownLatch opened = new CountDownLatch(1);
    private final Wire wire;
    private final Relay relay;
    private final EarlierUse earlier;
    private final Waits waits;
    private final Duration settle;
    private final String cwd;
    private final Dialect dialect;
    private long nextId;
    private volatile @Nullable Link successor;
    private boolean disturbed;
    private boolean shareable;
    private volatile JsonNode capabilities = MissingNode.getInstance();

    interface Opener {
        Wire open(io.acp4j.tck.internal.wire.WireListener listener) throws IOException;
    }

    Link(
            Opener opener,
            Responders answers,
            Waits waits,
            Duration settle,
            String cwd,
            Dialect dialect,
            MessageStore store)
            throws IOException {
        this.log = new Log(this::answer, store);
        this.dialect = dialect;
        this.answers = answers;
        this.waits = waits;
        this.settle = settle;
        this.cwd = cwd;
        this.relay = new Relay(log);
        this.earlier = EarlierUse.NONE;
        this.nextId = earlier.firstId();
        try {
            this.wire = opener.open(relay);
        } finally {
            opened.countDown();
        }
    }

    /** Goes on with a connection that another scenario has left. */
    Link(PooledConnection line, Waits waits, Duration settle, String cwd, Dialect dialect, MessageStore store) {
        this.log = new Log(this::answer, store);
        this.dialect = dialect;
        this.waits = waits;
        this.settle = settle;
        this.cwd = cwd;
        this.answers = Host.answers(line.earlier().uses());
        this.relay = line.relay();
        this.earlier = line.earlier();
        this.wire = line.wire();
        opened.countDown();
        this.nextId = earlier.firstId();
        this.capabilities = line.capabilities();
        this.shareable = true;
        log.begin(
                earlier.opening(),
                "from here on a connection that other scenarios have used, as many as " + earlier.uses());
        if (!relay.attach(log)) {
            log.ended("the subject has ended, or has sent something unasked");
        }
    }

    // Requests

    /** Sends a request and does not wait. */
    public Call start(String method, @Nullable JsonNode params) {
        return start(LongNode.valueOf(nextId++), method, params);
    }

    /** Sends a request with an id of one's own and does not wait. */
    public Call start(JsonNode id, String method, @Nullable JsonNode params) {
        ObjectNode message = obj("jsonrpc", "2.0", "id", id, "method", method);
        if (params != null) {
            message.set("params", params);
        }
        shareable &= !LASTING.contains(method);
        if (method.equals("initialize") && params != null) {
            capabilities = dialect.advertised(params);
        }
        Entry entry = send(message);
        return new Call(this, entry.at("/id"), entry);
    }

    /** Sends a request and waits for what comes back. */
    public Reply call(String method, @Nullable JsonNode params) throws InterruptedException {
        return start(method, params).await();
    }

    public Entry notify(String method, JsonNode params) {
        return send(obj("jsonrpc", "2.0", "method", method, "params", params));
    }

    /** Sends a message. */
    public Entry send(JsonNode message) {
        byte[] bytes = Json.bytes(message);
        Entry entry = log.sent(bytes);
        wire.send(bytes);
        return entry;
    }

    /** Sends text that need not be a message. */
    public Entry sendRaw(String text) {
        return sendRaw(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends bytes that need not be a message, followed by the delimiter. */
    public Entry sendRaw(byte[] bytes) {
        disturbed = true;
        Entry entry = log.sent(bytes);
        wire.send(bytes);
        return entry;
    }

    /** Writes bytes without a delimiter; several calls may make up one message, or one call several. */
    public void writePieces(List<byte[]> pieces) {
        disturbed = true;
        for (byte[] piece : pieces) {
            log.sent(piece);
            wire.write(piece);
        }
    }

    /** Sends a message with its bytes as given, recorded as the message that it is. */
    public Call startExact(JsonNode id, String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        Entry entry = log.sent(bytes);
        wire.send(bytes);
        return new Call(this, id, entry);
    }

    // The protocol's usual steps

    /** Records what the kit has advertised. */
    public void advertised(JsonNode ours) {
        capabilities = ours;
    }

    /** Waits for the first message that is looked for after a start; null when it did not come. */
    public @Nullable Entry awaitStart(Predicate<Entry> wanted) throws InterruptedException {
        return await(0, wanted, System.nanoTime(), waits.startup());
    }

    /** Waits until the kit has answered a request, where it does so at once: what is sent then comes after the answer. */
    public void awaitHandled(Entry request) throws InterruptedException {
        log.awaitHandled(request, waits.response());
    }

    /** Sends {@code initialize} and waits. */
    public Reply initialize(int version, @Nullable JsonNode clientCapabilities) throws InterruptedException {
        Call call = start("initialize", dialect.initialization(version, clientCapabilities));
        capabilities = clientCapabilities == null ? obj() : clientCapabilities;
        return awaitReply(call, waits.startup());
    }

    public ObjectNode newSessionParams() {
        return dialect.newSession(cwd);
    }

    public String cwd() {
        return cwd;
    }

    /** Returns the sessions that earlier scenarios have had on this connection. */
    public Set<String> earlierSessions() {
        return earlier.sessions();
    }

    /** Makes a session or ends the scenario. */
    public String newSession() throws InterruptedException {
        JsonNode id =
                call("session/new", newSessionParams()).need("session/new").path("sessionId");
        if (!id.isTextual()) {
            throw new NotTestable("session/new gave no session id");
        }
        return id.asText();
    }

    public static ObjectNode promptParams(String session, String text) {
        return obj("sessionId", session, "prompt", arr(obj("type", "text", "text", text)));
    }

    public Call startPrompt(String session, String text) {
        return start("session/prompt", promptParams(session, text));
    }

    /** Prompts and waits for the end of the turn. */
    public Turn prompt(String session, String text) throws InterruptedException {
        return finish(session, startPrompt(session, text));
    }

    /** Asks for something of the prompt vocabulary. */
    public Turn act(String session, String words) throws InterruptedException {
        return prompt(session, "tck: " + words);
    }

    /** Waits for the end of a turn that was started. */
    public Turn finish(String session, Call call) throws InterruptedException {
        return TurnEnd.await(this, session, call);
    }

    /** Returns how this connection's version says what both have. */
    public Dialect dialect() {
        return dialect;
    }

    /** Waits until the subject has sent what is looked for since an entry; null when it has not in time. */
    public @Nullable Entry await(Entry since, Predicate<Entry> wanted) throws InterruptedException {
        return await(since.index() + 1, wanted, System.nanoTime(), waits.turn());
    }

    private @Nullable Entry await(int from, Predicate<Entry> wanted, long since, Duration limit)
            throws InterruptedException {
        Entry found = log.await(from, wanted, since, limit, waits.deadline());
        if (found == null && log.end() == null) {
            waits.ranOut();
        }
        return found;
    }

    /** Waits for an update of a session since an entry, or ends the scenario. */
    public Entry needUpdate(Entry since, String session, String kind) throws InterruptedException {
        Entry found = await(
                since, entry -> entry.update().equals(kind) && entry.session().equals(session));
        if (found == null) {
            throw new NotTestable("No " + kind + " came");
        }
        return found;
    }

    /** Waits for a request of the subject since an entry, or ends the scenario. */
    public Entry needRequest(Entry since, String method) throws InterruptedException {
        Entry found = await(since, entry -> entry.method().equals(method));
        if (found == null) {
            throw new NotTestable("No " + method + " came");
        }
        return found;
    }

    /** Waits for everything that is under way: sends a request that any subject answers, then waits a moment. */
    public Reply settle() throws InterruptedException {
        Reply fence = start("_acp4j/fence", obj()).await();
        pause();
        return fence;
    }

    /**
     * Settles until something holds; false when it does not after ten times. For what may come, or may be handled, after the response
     * to a later request: each time takes a round trip, so that a subject that is slowed down by others gets more time.
     */
    public boolean settleUntil(Condition condition) throws InterruptedException {
        for (int times = 0; times < MOST_SETTLES && !condition.holds(); times++) {
            if (!settle().came()) {
                break;
            }
        }
        return condition.holds();
    }

    /** Gives what is under way a moment to come, where no request can be asked. */
    public void pause() throws InterruptedException {
        log.pause(settle);
    }

    /** Waits for the end of the connection; false when it has not ended in time. */
    public boolean awaitEnd() throws InterruptedException {
        log.pause(waits.response());
        if (log.end() == null) {
            waits.ranOut();
        }
        return log.end() != null;
    }

    /** Something that a subject brings about. */
    @FunctionalInterface
    public interface Condition {

        boolean holds() throws InterruptedException;
    }

    /** Waits for something outside of the connection, as long as for a response; false when it has not come about in time. */
    public boolean awaitOutside(Condition condition) throws InterruptedException {
        long end = System.nanoTime() + waits.response().toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                waits.ranOut();
                return false;
            }
            if (log.end() != null) {
                throw new NotTestable("the connection ended meanwhile: " + log.end());
            }
            pause();
        }
        return true;
    }

    /** Waits for a request of a client that speaks HTTP, whether or not the connection ends; null when none has come in time. */
    public @Nullable ClientRequest await(ClientTraffic traffic, Predicate<ClientRequest> wanted)
            throws InterruptedException {
        ClientRequest found = traffic.await(wanted, waits.response());
        if (found == null) {
            waits.ranOut();
        }
        return found;
    }

    /** Sends a request that every subject answers, to see whether it still does. */
    public Reply ping() throws InterruptedException {
        return call("_acp4j/ping", obj());
    }

    // The kit's side

    /** Decides what the kit says to a method of its side from now on. */
    public void on(String method, Responder answer) {
        answers.on(method, answer);
    }

    /** Answers a request that was kept waiting. */
    public void respond(Entry request, ObjectNode members) {
        ObjectNode response = obj("jsonrpc", "2.0", "id", request.at("/id"));
        response.setAll(members);
        send(response);
    }

    private void answer(Entry request) {
        // A subject may be faster than the thread that opens the connection to it.
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        ObjectNode members = answers.to(request.method()).to(request);
        if (members != null) {
            respond(request, members);
        }
    }

    // The side channel

    /** Sends a line over the side channel; it stands in the transcript as a note. */
    public Entry remark(JsonNode line) {
        byte[] bytes = Json.bytes(line);
        Entry entry = log.note(true, bytes);
        wire.remark(bytes);
        return entry;
    }

    /** Waits for a line of the side channel, whenever it came; null when none came in time. */
    public @Nullable Entry awaitRemark(Predicate<Entry> wanted) throws InterruptedException {
        Entry found = log.awaitNote(wanted, waits.driver());
        if (found == null) {
            waits.ranOut();
        }
        return found;
    }

    // What was seen

    public List<Entry> entries() {
        return log.entries();
    }

    /** Returns what the subject sent after an entry. */
    public List<Entry> since(Entry entry) {
        return entries().stream()
                .filter(each -> each.isFromSubject() && each.index() > entry.index())
                .toList();
    }

    /** Updates of a session after an entry. */
    public List<Entry> updatesSince(Entry entry, String session) {
        return since(entry).stream()
                .filter(each ->
                        each.method().equals("session/update") && each.session().equals(session))
                .toList();
    }

    @Nullable
    Entry replyTo(Call call) {
        return log.find(call.sent().index() + 1, entry -> answers(entry, call.id()));
    }

    Reply awaitReply(Call call) throws InterruptedException {
        Duration limit = call.sent().method().equals("session/prompt") ? waits.turn() : waits.response();
        return awaitReply(call, mayBeStarting() ? waits.afterStartup(limit) : limit);
    }

    /** A process that has sent nothing yet may not even have read what is in its pipe. */
    private boolean mayBeStarting() {
        return wire.isStream() && !isUsed() && !log.hasHeard();
    }

    private Reply awaitReply(Call call, Duration limit) throws InterruptedException {
        Entry reply =
                await(call.sent().index() + 1, entry -> answers(entry, call.id()), log.timeOf(call.sent()), limit);
        if (reply != null) {
            return Reply.of(reply);
        }
        String end = log.end();
        return Reply.none(
                end == null ? "no response in " + log.secondsSince(call.sent()) + " s" : "no response: " + end);
    }

    /** The kit finds the answer even where its id has lost its type; that it has is judged elsewhere. */
    private static boolean answers(Entry entry, JsonNode id) {
        return entry.kind() == Entry.Kind.RESPONSE
                && !entry.id().isMissingNode()
                && entry.id().asText().equals(id.asText());
    }

    // The end

    public boolean isStream() {
        return wire.isStream();
    }

    public boolean isHttp() {
        return wire.isHttp();
    }

    public void closeInput() {
        wire.closeInput();
    }

    public OptionalInt awaitExit() throws InterruptedException {
        return wire.awaitExit(waits.response());
    }

    /** Leaves the subject as a client does that ends: by the end of its input, and for good after the usual wait. */
    public void hangUp() throws InterruptedException {
        wire.closeInput();
        wire.awaitExit(FAREWELL);
        close();
    }

    /** Sets the connection that takes the place of this one for the sessions that were on it. */
    void succeededBy(Link next) {
        successor = next;
    }

    /** Returns the connection that has taken the place of this one; this one as long as none has. */
    Link latest() {
        Link next = successor;
        return next == null ? this : next.latest();
    }

    /** Returns why the connection ended; null while it has not. */
    public @Nullable String end() {
        return log.end();
    }

    void close() {
        log.stop();
        wire.close();
    }

    /** Declares that nothing but what any scenario would begin with has happened so far. */
    void share() {
        shareable = true;
    }

    /** Returns whether other scenarios have had the connection before. */
    boolean isUsed() {
        return earlier.uses() > 0;
    }

    /** Returns the connection for others when nothing of this scenario is left on it; closes it and returns null otherwise. */
    @Nullable
    PooledConnection release() throws InterruptedException {
        if (!isInOrder()) {
            close();
            return null;
        }
        relay.detach();
        log.stop();
        EarlierUse use = earlier.and(log.entries());
        if (use == null) {
            close();
            return null;
        }
        return new PooledConnection(wire, relay, capabilities, use);
    }

    private boolean isInOrder() throws InterruptedException {
        if (!shareable || disturbed || log.end() != null || log.hasOpenRequests()) {
            return false;
        }
        try {
            return ping().came() && log.end() == null && !log.hasOpenRequests();
        } catch (NotTestable e) {
            return false;
        }
    }

    Recording recording() {
        return new Recording(
                log.entries(), capabilities, earlier.sessions(), wire.isStream(), disturbed, wire.errors());
    }
}
