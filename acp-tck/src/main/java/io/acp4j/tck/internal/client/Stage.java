package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One run of a client whose agent the kit plays. Used by one scenario's thread. */
public final class Stage {

    public static final String AGENT = "agent_message_chunk";
    public static final String THOUGHT = "agent_thought_chunk";

    private final Probe probe;
    private final Link link;
    private final Driver driver;
    private final Entry initialize;
    private final PlayedAgent agent;

    private Stage(Probe probe, Link link, Entry initialize) {
        this.probe = probe;
        this.link = link;
        this.driver = new Driver(link);
        this.initialize = initialize;
        this.agent = PlayedAgent.of(probe.dialect());
    }

    /** What a scenario does with a client. */
    @FunctionalInterface
    public interface Play {

        /** Does it. */
        void run(Stage stage) throws InterruptedException;
    }

    /** Defines a scenario with an agent that offers nothing beyond what every agent does. */
    public static Scenario play(String name, String proves, Play play) {
        return play(name, proves, obj(), play);
    }

    /** Defines a scenario with an agent whose sessions have the given capabilities. */
    public static Scenario play(String name, String proves, ObjectNode offer, Play play) {
        return play(name, proves, agent -> responders(agent, offer), play);
    }

    /** What makes the responses that a scenario begins with, in the version that is tested. */
    @FunctionalInterface
    public interface Script {

        /** Makes them. */
        Responders make(PlayedAgent agent);
    }

    /** Defines a scenario with responses of its own. */
    public static Scenario play(String name, String proves, Script script, Play play) {
        return Scenario.scenario(
                "client/" + name, proves, probe -> play.run(meet(probe, script.make(PlayedAgent.of(probe.dialect())))));
    }

    /** Starts the client and waits for its {@code initialize}, or ends the scenario. */
    static Stage meet(Probe probe, Responders answers) throws InterruptedException {
        return meet(probe, probe.connect(answers));
    }

    /** Waits for the {@code initialize} of a client that was started, or ends the scenario. */
    static Stage meet(Probe probe, Link link) throws InterruptedException {
        Entry first = link.awaitStart(entry -> entry.method().equals("initialize"));
        if (first == null) {
            String end = link.end();
            throw new NotTestable("The client sent no initialize in time" + (end == null ? "" : ": " + end));
        }
        link.awaitHandled(first);
        return new Stage(probe, link, first);
    }

    /** Returns the responses of an agent whose sessions have the given capabilities; prompts are left to the scenario. */
    public static Responders responders(PlayedAgent agent, ObjectNode offer) {
        return introduced(agent, agent.introduction(offer));
    }

    /** Returns the responses of an agent that introduces itself so; prompts are left to the scenario. */
    public static Responders introduced(PlayedAgent agent, ObjectNode introduction) {
        AtomicInteger sessions = new AtomicInteger();
        return new Responders()
                .on("initialize", Responder.result(introduction))
                .on("session/new", request -> result("sessionId", "sess-" + sessions.incrementAndGet()))
                .on("session/fork", request -> result("sessionId", "fork-" + sessions.incrementAndGet()))
                .on(agent.login(), Responder.result(obj()))
                .on(agent.loading(), Responder.result(obj()))
                .on("session/resume", Responder.result(obj()))
                .on("session/close", Responder.result(obj()))
                .on("session/delete", Responder.result(obj()))
                .on("session/list", Responder.result(obj("sessions", Json.arr())))
                .on("session/prompt", Responder.never());
    }

    /** Returns a result with one member. */
    public static ObjectNode result(String name, Object value) {
        return obj("result", obj(name, value));
    }

    public Probe probe() {
        return probe;
    }

    /** Returns how the agent speaks. */
    public PlayedAgent agent() {
        return agent;
    }

    public Link link() {
        return link;
    }

    public Driver driver() {
        return driver;
    }

    /** The client's {@code initialize}. */
    public Entry initialize() {
        return initialize;
    }

    public void check(String requirement, boolean fulfilled, String expected, Object observed) {
        probe.check(requirement, fulfilled, expected, observed);
    }

    // What the client is told to do

    public Driver.Told ask(String command, @Nullable Object... members) throws InterruptedException {
        return driver.ask(command, members);
    }

    /** Has the client make a session, or ends the scenario. */
    public String session() throws InterruptedException {
        return session(link.cwd());
    }

    public String session(String cwd) throws InterruptedException {
        return ask("newSession", "cwd", cwd).need("newSession").text("/session");
    }

    /** Has the client begin a turn, waits for the prompt and takes it into the conversation, or ends the scenario. */
    public Turn prompt(String session, String text) throws InterruptedException {
        Turn turn = received(session, text);
        agent.begin(link, session, turn.prompt());
        return turn;
    }

    /** Has the client begin a turn and waits for the prompt, or ends the scenario; the agent has not said anything yet. */
    public Turn received(String session, String text) throws InterruptedException {
        Entry last = last();
        Driver.Command command = driver.start("prompt", "session", session, "text", text);
        return new Turn(this, session, command, needCall(last, "session/prompt"));
    }

    /** Has the client prompt and ends the turn; gives what the driver says, even if no prompt came. */
    public Driver.Told turn(String session, String text) throws InterruptedException {
        Entry last = last();
        Driver.Command command = driver.start("prompt", "session", session, "text", text);
        Entry call = link.await(last, entry -> entry.method().equals("session/prompt"));
        if (call != null) {
            finish(session, call);
        }
        return command.await();
    }

    /** Takes a prompt into the conversation and ends the work on it. */
    public void finish(String session, Entry prompt) {
        agent.begin(link, session, prompt);
        agent.end(link, session, prompt, "end_turn");
    }

    /** The end of the transcript so far. */
    public Entry last() {
        List<Entry> entries = link.entries();
        return entries.get(entries.size() - 1);
    }

    /** Waits for a call of the client since an entry, or ends the scenario. */
    public Entry needCall(Entry since, String method) throws InterruptedException {
        Entry call = link.await(since, entry -> entry.method().equals(method));
        if (call == null) {
            throw new NotTestable("The client sent no " + method);
        }
        return call;
    }

    /** Returns what the client shows of a session, without what the user said: a line for each message. */
    public List<String> shown(String session) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (JsonNode message : messages(session)) {
            if (!message.path("role").asText().equals("user")) {
                lines.add(message.path("role").asText() + ":"
                        + message.path("text").asText());
            }
        }
        return lines;
    }

    public JsonNode messages(String session) throws InterruptedException {
        return ask("messages", "session", session).need("messages").at("/messages");
    }

    /** Calls of a method so far. */
    public List<Entry> calls(String method) {
        return link.entries().stream()
                .filter(entry -> entry.isFromSubject() && entry.method().equals(method))
                .toList();
    }

    // What the agent sends

    /** An update of a session. */
    public static ObjectNode update(String session, String kind, @Nullable Object... members) {
        return PlayedAgent.update(session, kind, members);
    }

    /** A chunk of text, with an id if there is one. */
    public static ObjectNode chunk(String session, String kind, @Nullable String id, String text) {
        ObjectNode params = update(session, kind, "content", obj("type", "text", "text", text));
        if (id != null && params.get("update") instanceof ObjectNode update) {
            update.put("messageId", id);
        }
        return params;
    }

    public void send(ObjectNode update) {
        link.notify("session/update", update);
    }

    public Reply call(String method, ObjectNode params) throws InterruptedException {
        return link.call(method, params);
    }

    /** Returns whether the client still responds on the connection. */
    public boolean isAlive() throws InterruptedException {
        return link.ping().came();
    }
}
