package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.mcp.McpReports;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.MessageStore;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What one run of a scenario works with. */
public final class Probe {

    /** How long an MCP server may take to start before the scenario runs again, with the full wait. */
    private static final Duration FIRST_MCP_WAIT = Duration.ofSeconds(5);

    private static final int AUTHENTICATION_REQUIRED = -32000;

    private final Connector connector;
    private final Settings settings;
    private final Profile profile;
    private final Findings findings;
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private final OwnConnections own;
    private final Directories directories = new Directories();
    private final Waits waits;
    private final ConnectionPool pool;
    private final Dialect dialect;
    private final MessageStore store;
    private volatile boolean unreached;

    /** Prepares a run that may use connections that others have left, and leaves its own. */
    public Probe(Connector connector, Settings settings, Profile profile, ConnectionPool pool, SubjectPace pace) {
        this(connector, settings, profile, pool, new Waits(settings, pace, Waits.Mode.AMONG_OTHERS));
    }

    /** Prepares a run on new connections. */
    public Probe(Connector connector, Settings settings, Profile profile, SubjectPace pace, Waits.Mode mode) {
        this(connector, settings, profile, new ConnectionPool(0), new Waits(settings, pace, mode));
    }

    private Probe(Connector connector, Settings settings, Profile profile, ConnectionPool pool, Waits waits) {
        this.pool = pool;
        this.connector = connector;
        this.settings = settings;
        this.profile = profile;
        this.dialect = Dialect.of(profile.protocol());
        this.waits = waits;
        this.findings = new Findings(waits::hasTimedOut);
        this.store = new MessageStore(settings.jobs(), settings.diskLimit());
        this.own = new OwnConnections(connector, waits, settings.authMethod());
    }

    /** Prepares the first meeting with a subject, of which nothing is known, not even how slow it is. */
    public static Probe firstMeeting(Connector connector, Settings settings, int protocol, SubjectPace pace) {
        return new Probe(
                connector, settings, Profile.unknown("not known yet", protocol), pace, Waits.Mode.FIRST_MEETING);
    }

    /** Starts the time of the scenario. */
    public void begin() {
        waits.begin();
    }

    /** Returns how the version that is tested says what both have. */
    public Dialect dialect() {
        return dialect;
    }

    public Settings settings() {
        return settings;
    }

    public Profile profile() {
        return profile;
    }

    /** Returns whether something is there that a part of a scenario hangs on. */
    public boolean has(String need) {
        return profile.has(need, settings);
    }

    /** Returns a new directory in which no other session works; it is removed with all that is in it when the scenario is over. */
    public String temporaryDirectory() {
        return directories.make();
    }

    // Findings

    /** Records whether a requirement was fulfilled this time; nothing is judged once something is missing in a transcript. */
    public void check(String requirement, boolean fulfilled, String expected, Object observed) {
        String cut = cut();
        if (cut.isEmpty()) {
            findings.check(requirement, fulfilled, expected, observed);
        } else {
            open(requirement, cut);
        }
    }

    /** Returns why not everything that went over the connections could be kept; empty when it could. */
    public String cut() {
        return links.stream()
                .map(Link::cut)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    /**
     * Records whether a request got the error that it should: one that an HTTP server has refused by a status has no code, and the
     * requirement does not apply. An agent that wants authentication first says that, whatever else is wrong with a request.
     */
    public void checkError(String requirement, boolean fulfilled, String expected, Reply observed) {
        if (observed.isRefusedByStatus()) {
            skip(requirement, "the server refused the request by a status, which has no code: " + observed);
        } else if (observed.isError(AUTHENTICATION_REQUIRED) && has("authRequired") && !has("authMethod")) {
            open(requirement, "the agent asks for authentication first: " + observed);
        } else {
            check(requirement, fulfilled, expected, observed);
        }
    }

    /** Records why a requirement could not be seen, and goes on. */
    public void open(String requirement, String reason) {
        findings.open(requirement, Outcome.NOT_TESTED, reason);
    }

    /**
     * Records that a turn did not contain the kind of update that a requirement concerns. The requirement is not tested if the subject has
     * no prompt vocabulary. It is skipped if the subject declares a vocabulary without that kind.
     */
    public void unobserved(String requirement, String reason) {
        if (profile.isUndriven()) {
            open(requirement, reason);
        } else {
            skip(requirement, reason);
        }
    }

    /** Records that a requirement turned out not to apply, and goes on. */
    public void skip(String requirement, String reason) {
        findings.open(requirement, Outcome.SKIPPED, reason);
    }

    /** Returns the reason why missing messages may be late; empty if the subject is silent, or if no message is missing. */
    public String latenessReason() {
        return links.stream()
                .map(link -> link.arrivals().lateResponse())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(waits::latenessReason);
    }

    /**
     * Returns the reason why no message of the subject was received although the scenario waited. The reason is empty if there is a
     * message, or if the subject has ended the connection.
     */
    public String silenceReason() {
        if (!waits.hasTimedOut()
                || (links.isEmpty() && !unreached)
                || links.stream().map(Link::arrivals).anyMatch(each -> each.hasHeard() || each.hasLeft())) {
            return "";
        }
        return links.stream()
                .map(link -> link.arrivals().unreadable())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> "the subject is silent: no message for initialize in " + waits.describeStartup());
    }

    /** Returns how long this scenario waits. */
    public Waits waits() {
        return waits;
    }

    public Findings findings() {
        return findings;
    }

    // Connections

    /** Returns connections by WebSocket and HTTP that this scenario makes for itself. */
    public OwnConnections own() {
        return own;
    }

    /** Connects and says nothing. */
    public Link connect() {
        return connect(Host.answers(0));
    }

    /** Connects, says nothing, and responds to requests of the subject as told. */
    public Link connect(Responders answers) {
        return connect(answers, connector::open);
    }

    /** Connects like that to a client that speaks HTTP, and does with what it sends as told. */
    public Link connect(Responders answers, ClientTraffic traffic) {
        return connect(answers, listener -> connector.open(listener, traffic));
    }

    private Link connect(Responders answers, Link.Opener opener) {
        try {
            Link link = new Link(
                    opener, answers, waits, settings.settle(), settings.cwd().toString(), dialect, store);
            links.add(link);
            return link;
        } catch (IOException | IllegalStateException e) {
            if (isTimeout(e)) {
                waits.recordTimeout(WaitKind.STARTUP);
                unreached = true;
            }
            throw NotTestable.error("The subject cannot be reached: " + e.getMessage());
        }
    }

    private static boolean isTimeout(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TimeoutException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof HttpTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits until the kit's MCP server reports that it was started; null when it did not. Many agents start none, so the wait is
     * short on a connection that others have used, after which the scenario runs again alone.
     */
    public @Nullable JsonNode await(McpReports reports) {
        Duration limit = waits.turn();
        Duration wait = wasInCompany() && limit.compareTo(FIRST_MCP_WAIT) > 0 ? FIRST_MCP_WAIT : limit;
        JsonNode report = reports.await(wait);
        if (report == null) {
            waits.recordTimeout(WaitKind.TURN, wait);
        }
        return report;
    }

    /** Connects and initializes as a client with everything. */
    public Link open() throws InterruptedException {
        return open(dialect.everything());
    }

    /** Connects and initializes as a client with the given capabilities. */
    public Link open(JsonNode capabilities) throws InterruptedException {
        PooledConnection line = pool.take(capabilities);
        if (line != null) {
            Link link = new Link(line, waits, settings.settle(), settings.cwd().toString(), dialect, store);
            links.add(link);
            if (link.end() == null) {
                return link;
            }
            link.close();
            links.remove(link);
        }
        Link link = connect();
        link.initialize(dialect.version(), capabilities).need("initialize");
        if (settings.authMethod() != null) {
            link.call(dialect.login(), obj("methodId", settings.authMethod())).need(dialect.login());
        }
        if (pool.areKept()) {
            link.share();
        }
        return link;
    }

    /** Leaves a connection as a client does that ends, and opens another one, which takes its place for all sessions that were on it. */
    public Link replace(Link link) throws InterruptedException {
        link.hangUp();
        Link next = open();
        link.succeededBy(next);
        return next;
    }

    /** Connects, initializes and makes a session. */
    public Session session() throws InterruptedException {
        return session(dialect.everything());
    }

    /** Connects as a client with the given capabilities and makes a session. */
    public Session session(JsonNode capabilities) throws InterruptedException {
        if (profile.sessionTrouble() != null) {
            throw new NotTestable(profile.sessionTrouble());
        }
        Link link = open(capabilities);
        return new Session(link, link.newSession());
    }

    /** Connects and makes a session, where prompts are known to get responses. */
    public Session talk() throws InterruptedException {
        return talk(dialect.everything());
    }

    /** Connects as a client with the given capabilities and makes a session, where prompts are known to get responses. */
    public Session talk(JsonNode capabilities) throws InterruptedException {
        if (profile.promptTrouble() != null) {
            throw new NotTestable(profile.promptTrouble());
        }
        return session(capabilities);
    }

    /**
     * Connects, makes a session, and waits until its initial updates have arrived. A greeting of the agent then precedes the first turn.
     */
    public Session talkAfterGreeting() throws InterruptedException {
        Session session = talk();
        session.link().settle();
        return session;
    }

    /** All that a client can advertise. */
    public static ObjectNode everything() {
        return obj(
                "fs",
                obj("readTextFile", true, "writeTextFile", true),
                "terminal",
                true,
                "elicitation",
                obj("form", obj(), "url", obj()),
                "auth",
                obj("terminal", true),
                "session",
                obj("configOptions", obj("boolean", obj()), "compaction", obj(), "notices", obj()));
    }

    // The end

    /** Ends all connections; safe from any thread, as the last resort against a scenario that hangs. */
    public void close() {
        links.forEach(Link::close);
        own.close();
        directories.remove();
    }

    /** Leaves connections that are in order to others, and ends the rest. */
    public void leave() throws InterruptedException {
        for (Link link : links) {
            PooledConnection line = link.release();
            if (line != null) {
                pool.give(line);
            }
        }
        own.close();
        directories.remove();
    }

    /** Forgets what went over the connections, as far as it is not in memory; nobody looks at their entries after that. */
    public void discard() {
        store.close();
    }

    /** Returns whether a connection was used that another scenario has had before. */
    public boolean wasInCompany() {
        return links.stream().anyMatch(Link::isUsed);
    }

    public List<Recording> recordings() {
        return links.stream().map(Link::recording).toList();
    }
}
