package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.http.ClientRequest;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.MessageStore;
import io.acp4j.tck.internal.wire.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One connection to the subject; unless told otherwise, the kit is the client. Used by one scenario's thread. */
public final class Link {

    /** How often the kit settles before it takes for absent what a subject sends of its own accord. */
    private static final int MOST_SETTLES = 10;

    private final Outgoing outgoing;
    private final Log log;
    private final Wire wire;
    private final Handover handover;
    private final Arrivals arrivals;
    private final String cwd;
    private final Dialect dialect;
    private long nextId;
    private volatile @Nullable Link successor;

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
        this.outgoing = new Outgoing(answers, store);
        this.log = outgoing.log();
        this.dialect = dialect;
        this.arrivals = new Arrivals(log, waits, settle);
        this.cwd = cwd;
        this.handover = new Handover(log);
        this.nextId = handover.earlier().firstId();
        Wire open = null;
        try {
            open = opener.open(handover.relay());
        } finally {
            outgoing.opened(open);
        }
        this.wire = open;
    }

    /** Goes on with a connection that another scenario has left. */
    Link(PooledConnection line, Waits waits, Duration settle, String cwd, Dialect dialect, MessageStore store) {
        this.outgoing = new Outgoing(Host.answers(line.earlier().uses()), store);
        this.log = outgoing.log();
        this.dialect = dialect;
        this.arrivals = new Arrivals(log, waits, settle);
        this.cwd = cwd;
        this.wire = line.wire();
        outgoing.opened(wire);
        this.nextId = line.earlier().firstId();
        this.handover = new Handover(line, log);
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
        handover.sends(method);
        if (method.equals("initialize") && params != null) {
            handover.advertised(dialect.advertised(params));
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
        return outgoing.send(message);
    }

    /** Sends text that need not be a message. */
    public Entry sendRaw(String text) {
        return sendRaw(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends bytes that need not be a message, followed by the delimiter. */
    public Entry sendRaw(byte[] bytes) {
        handover.disturb();
        return outgoing.send(bytes);
    }

    /** Writes bytes without a delimiter; several calls may make up one message, or one call several. */
    public void writePieces(List<byte[]> pieces) {
        handover.disturb();
        pieces.forEach(outgoing::write);
    }

    /** Sends a message with its bytes as given, recorded as the message that it is. */
    public Call startExact(JsonNode id, String message) {
        return new Call(this, id, outgoing.send(message.getBytes(StandardCharsets.UTF_8)));
    }

    // The protocol's usual steps

    /** Waits for the first message that is looked for after a start; null when it did not come. */
    public @Nullable Entry awaitStart(Predicate<Entry> wanted) throws InterruptedException {
        return arrivals.awaitStart(wanted);
    }

    /** Waits until the kit has responded to a request, where it does so at once: what is sent then comes after the response. */
    public void awaitHandled(Entry request) throws InterruptedException {
        arrivals.awaitHandled(request);
    }

    /** Sends {@code initialize} and waits. */
    public Reply initialize(int version, @Nullable JsonNode clientCapabilities) throws InterruptedException {
        Call call = start("initialize", dialect.initialization(version, clientCapabilities));
        handover.advertised(clientCapabilities == null ? obj() : clientCapabilities);
        return arrivals.awaitStart(call);
    }

    public ObjectNode newSessionParams() {
        return dialect.newSession(cwd);
    }

    public String cwd() {
        return cwd;
    }

    /** Returns the sessions that earlier scenarios have had on this connection. */
    public Set<String> earlierSessions() {
        return handover.earlier().sessions();
    }

    /** Makes a session or ends the scenario. */
    public String newSession() throws InterruptedException {
        JsonNode id = requestSession(newSessionParams()).need("session/new").path("sessionId");
        if (!id.isTextual()) {
            throw NotTestable.error("the response to session/new contains no session id");
        }
        return id.asText();
    }

    /** Requests a session. Ends the scenario if the subject allows only one session per connection and refuses another one. */
    public Reply requestSession(ObjectNode params) throws InterruptedException {
        Reply reply = call("session/new", params);
        if (refusesAnother(reply)) {
            throw NotTestable.anotherSession(reply.toString());
        }
        return reply;
    }

    /** Returns whether a request for a session was refused on a connection that had one already. */
    public boolean refusesAnother(Reply reply) {
        return reply.isError()
                && (!earlierSessions().isEmpty()
                        || entries().stream()
                                .anyMatch(entry -> entry.isFromSubject()
                                        && entry.at("/result/sessionId").isTextual()));
    }

    /** Returns how this connection's version says what both have. */
    public Dialect dialect() {
        return dialect;
    }

    /** Waits until the subject has sent what is looked for since an entry; null when it has not in time. */
    public @Nullable Entry await(Entry since, Predicate<Entry> wanted) throws InterruptedException {
        return arrivals.await(since, wanted);
    }

    /** Waits for an unwanted message after an entry for a fixed time; null if none is received. */
    public @Nullable Entry watch(Entry since, Predicate<Entry> unwanted, Duration time) throws InterruptedException {
        return arrivals.watch(since, unwanted, time);
    }

    /** Waits for a request of the subject since an entry, or ends the scenario. */
    public Entry needRequest(Entry since, String method) throws InterruptedException {
        Entry found = await(since, entry -> entry.method().equals(method));
        if (found == null) {
            throw new NotTestable("No " + method + " came");
        }
        return found;
    }

    /** Waits for everything that is under way: sends a request that any subject responds to, then waits a moment. */
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

    /**
     * Waits for a condition that the subject must fulfil. A timeout counts as silence, so the scenario runs again alone with more time.
     *
     * @return false if the condition did not hold in time
     */
    public boolean settleUntilDue(Condition condition) throws InterruptedException {
        return settleUntil(condition) || (end() == null && arrivals.awaitDue(condition));
    }

    /** Gives what is under way a moment to come, where no request can be asked. */
    public void pause() throws InterruptedException {
        arrivals.pause();
    }

    /** Waits for the end of the connection; false when it has not ended in time. */
    public boolean awaitEnd() throws InterruptedException {
        return arrivals.awaitEnd();
    }

    /** Something that a subject brings about. */
    @FunctionalInterface
    public interface Condition {

        boolean holds() throws InterruptedException;
    }

    /** Waits for something outside of the connection, as long as for a response; false when it has not come about in time. */
    public boolean awaitOutside(Condition condition) throws InterruptedException {
        return arrivals.awaitOutside(condition);
    }

    /** Waits for a result that does not depend on the connection; null if it is missing at the end of the wait, or failed. */
    public <T> @Nullable T await(Future<T> result) throws InterruptedException {
        return arrivals.await(result);
    }

    /** Waits for a request of a client that speaks HTTP, whether or not the connection ends; null when none has come in time. */
    public @Nullable ClientRequest await(ClientTraffic traffic, Predicate<ClientRequest> wanted)
            throws InterruptedException {
        return arrivals.await(traffic, wanted);
    }

    /** Sends a request that every subject responds to, to see whether it still does. */
    public Reply ping() throws InterruptedException {
        return call("_acp4j/ping", obj());
    }

    // The kit's side

    /** Decides what the kit says to a method of its side from now on. */
    public void on(String method, Responder answer) {
        outgoing.responders().on(method, answer);
    }

    /** Responds to a request that was kept waiting. */
    public void respond(Entry request, ObjectNode members) {
        outgoing.respond(request, members);
    }

    // The side channel

    /** Sends a line over the side channel; it stands in the transcript as a note. */
    public Entry remark(JsonNode line) {
        return outgoing.remark(line);
    }

    /** Waits for a line of the side channel, whenever it came; null when none came in time. */
    public @Nullable Entry awaitRemark(Predicate<Entry> wanted) throws InterruptedException {
        return arrivals.awaitRemark(wanted);
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
        return arrivals.replyTo(call);
    }

    /**
     * Waits for the response to a request. A process that has sent nothing may still be starting, and a server may start one for each
     * connection or for each {@code initialize}.
     */
    Reply awaitReply(Call call) throws InterruptedException {
        boolean starts = wire.isStream() || call.sent().method().equals("initialize");
        return arrivals.awaitReply(call, starts && !isUsed());
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
        return arrivals.awaitExit(wire);
    }

    /** Disconnects like a client that exits: closes the input of the subject, and ends the subject if it still runs after a wait. */
    public void hangUp() throws InterruptedException {
        wire.closeInput();
        arrivals.awaitFarewell(wire);
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

    /** Returns why something is missing in the transcript that may be waited for; null when nothing is. */
    @Nullable
    String cut() {
        return log.cut();
    }

    /** Returns the waits on this connection. */
    Arrivals arrivals() {
        return arrivals;
    }

    void close() {
        log.stop();
        wire.close();
    }

    /** Declares that nothing but what any scenario would begin with has happened so far. */
    void share() {
        handover.share();
    }

    /** Returns whether other scenarios have had the connection before. */
    boolean isUsed() {
        return handover.earlier().uses() > 0;
    }

    /** Returns the connection for others when nothing of this scenario is left on it; closes it and returns null otherwise. */
    @Nullable
    PooledConnection release() throws InterruptedException {
        PooledConnection left = handover.release(wire, this::ping);
        if (left == null) {
            close();
        }
        return left;
    }

    Recording recording() {
        return handover.recording(wire);
    }
}
