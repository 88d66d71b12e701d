package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.wire.Connector;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What one run of a scenario works with. */
public final class Probe {

    private static final int VERSION = 1;

    private final Connector connector;
    private final Settings settings;
    private final Profile profile;
    private final Findings findings = new Findings();
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private final Patience patience;
    private final Spares spares;

    /** Prepares a run on connections of its own. */
    public Probe(Connector connector, Settings settings, Profile profile) {
        this(connector, settings, profile, new Spares(0));
    }

    /** Prepares a run that may use connections that others have left, and leaves its own. */
    public Probe(Connector connector, Settings settings, Profile profile, Spares spares) {
        this.spares = spares;
        this.connector = connector;
        this.settings = settings;
        this.profile = profile;
        this.patience = new Patience(settings);
    }

    public Settings settings() {
        return settings;
    }

    public Profile profile() {
        return profile;
    }

    /** Tells whether something is there that a part of a scenario hangs on. */
    public boolean has(String need) {
        return profile.has(need, settings);
    }

    // Findings

    /** Records whether a requirement was fulfilled this time. */
    public void check(String requirement, boolean fulfilled, String expected, Object observed) {
        findings.check(requirement, fulfilled, expected, observed);
    }

    /** Records why a requirement could not be seen, and goes on. */
    public void open(String requirement, String reason) {
        findings.open(requirement, Outcome.NOT_TESTED, reason);
    }

    /** Records that a requirement turned out not to apply, and goes on. */
    public void skip(String requirement, String reason) {
        findings.open(requirement, Outcome.SKIPPED, reason);
    }

    public Findings findings() {
        return findings;
    }

    // Connections

    /** Connects and says nothing. */
    public Link connect() {
        return connect(Host.answers(0));
    }

    /** Connects, says nothing, and answers requests of the subject as told. */
    public Link connect(Answers answers) {
        try {
            Link link = new Link(
                    connector::open,
                    answers,
                    patience,
                    settings.settle(),
                    settings.cwd().toString());
            links.add(link);
            return link;
        } catch (IOException | IllegalStateException e) {
            throw new Unmet("The subject cannot be reached: " + e.getMessage());
        }
    }

    /** Connects and initializes as a client with everything. */
    public Link open() throws InterruptedException {
        return open(everything());
    }

    /** Connects and initializes as a client with the given capabilities. */
    public Link open(JsonNode capabilities) throws InterruptedException {
        Line line = spares.take(capabilities);
        if (line != null) {
            Link link =
                    new Link(line, patience, settings.settle(), settings.cwd().toString());
            links.add(link);
            if (link.end() == null) {
                return link;
            }
            link.close();
            links.remove(link);
        }
        Link link = connect();
        link.initialize(VERSION, capabilities).need("initialize");
        if (settings.authMethod() != null) {
            link.call("authenticate", obj("methodId", settings.authMethod())).need("authenticate");
        }
        if (spares.areKept()) {
            link.share();
        }
        return link;
    }

    /** Connects, initializes and makes a session. */
    public Session session() throws InterruptedException {
        return session(everything());
    }

    /** Connects as a client with the given capabilities and makes a session. */
    public Session session(JsonNode capabilities) throws InterruptedException {
        if (profile.sessionTrouble() != null) {
            throw new Unmet(profile.sessionTrouble());
        }
        Link link = open(capabilities);
        return new Session(link, link.newSession());
    }

    /** Connects and makes a session, where prompts are known to be answered. */
    public Session talk() throws InterruptedException {
        return talk(everything());
    }

    /** Connects as a client with the given capabilities and makes a session, where prompts are known to be answered. */
    public Session talk(JsonNode capabilities) throws InterruptedException {
        if (profile.promptTrouble() != null) {
            throw new Unmet(profile.promptTrouble());
        }
        return session(capabilities);
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
    }

    /** Leaves connections that are in order to others, and ends the rest. */
    public void leave() throws InterruptedException {
        for (Link link : links) {
            Line line = link.release();
            if (line != null) {
                spares.give(line);
            }
        }
    }

    /** Tells whether a connection was used that another scenario has had before. */
    public boolean wasInCompany() {
        return links.stream().anyMatch(Link::isUsed);
    }

    public List<Recording> recordings() {
        return links.stream().map(Link::recording).toList();
    }
}
