package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A session with a conversation that is known, to be forked.
 *
 * @param probe the scenario
 * @param session the session
 * @param messages its messages, with the ids by which a fork can name them
 * @param longest the time of its longest turn
 */
record Conversation(Probe probe, Session session, List<Message> messages, Duration longest) {

    Conversation(Probe probe, Session session, List<Message> messages) {
        this(probe, session, messages, Duration.ZERO);
    }

    /** Holds a conversation of its own. */
    static Conversation of(Probe probe, String... questions) throws InterruptedException {
        // Without a replay, the messages are read from the turns. A late greeting must not become part of them.
        return of(probe, probe.has("loadSession") ? probe.talk() : probe.talkAfterGreeting(), questions);
    }

    /** Holds a conversation in a session. */
    static Conversation of(Probe probe, Session session, String... questions) throws InterruptedException {
        List<Message> messages = new ArrayList<>();
        Duration longest = Duration.ZERO;
        for (String question : questions) {
            Call call = session.start(question);
            Turn turn = session.finish(call).need();
            messages.addAll(messages(question, turn));
            Duration taken = Duration.ofMillis(turn.reply().millisAfter(call));
            longest = taken.compareTo(longest) > 0 ? taken : longest;
        }
        return new Conversation(
                probe,
                session,
                probe.has("loadSession") ? Message.conversation(Message.replay(probe, session)) : List.copyOf(messages),
                longest);
    }

    private static List<Message> messages(String question, Turn turn) {
        List<Message> messages = new ArrayList<>(Message.conversation(turn.updates()));
        if (messages.stream().noneMatch(Message::isUser)) {
            messages.add(0, new Message("user_message_chunk", "", question));
        }
        return messages;
    }

    /** Returns the conversation with an earlier turn of the session at its start. A replay already contains that turn. */
    Conversation after(String question, Turn turn) {
        List<Message> all = new ArrayList<>(probe.has("loadSession") ? List.of() : messages(question, turn));
        all.addAll(messages);
        return new Conversation(probe, session, all, longest);
    }

    Link link() {
        return session.link();
    }

    /** Returns what the session remembers. */
    List<String> history() throws InterruptedException {
        return history(session);
    }

    /** Returns what a session remembers: what it replays, or, where it cannot be loaded, what it says. */
    List<String> history(Session any) throws InterruptedException {
        // A late greeting must not become part of the replay.
        any.link().settle();
        return probe.has("loadSession")
                ? Message.texts(Message.conversation(Message.replay(probe, any)))
                : Message.history(any);
    }

    List<String> texts() {
        return Message.texts(messages);
    }

    /** The conversation up to and including a message. */
    List<String> upTo(Message end) {
        return Message.texts(messages.subList(0, messages.indexOf(end) + 1));
    }

    /** One of the agent's messages, counted from 0, which must have an id. */
    Message agent(int number) {
        return withId(messages.stream().filter(Message::isAgent).toList(), number);
    }

    /** One of the user's messages, counted from 0, which must have an id. */
    Message user(int number) {
        return withId(messages.stream().filter(Message::isUser).toList(), number);
    }

    private static Message withId(List<Message> some, int number) {
        if (some.size() <= number || some.get(number).id().isEmpty()) {
            throw new NotTestable("The message that is needed was not sent, or has no id");
        }
        return some.get(number);
    }

    // Forks

    static ObjectNode params(Session source) {
        return source.setup();
    }

    Reply tryFork(ObjectNode params) throws InterruptedException {
        return link().call("session/fork", params);
    }

    Reply tryForkAt(String messageId) throws InterruptedException {
        return tryFork(params(session).put("messageId", messageId));
    }

    Session fork() throws InterruptedException {
        return made(tryFork(params(session)));
    }

    Session forkAt(Message message) throws InterruptedException {
        return made(tryForkAt(message.id()));
    }

    /** The session that a request to fork made, or the end of the scenario. */
    Session made(Reply reply) {
        JsonNode id = reply.need("session/fork").path("sessionId");
        if (!Shapes.isId(id)) {
            throw NotTestable.error("the response to session/fork contains no session id");
        }
        return new Session(link(), id.asText());
    }

    static ObjectNode air(String messageId) {
        return obj("jetbrains", obj("air", obj("version", 1, "fork", obj("version", 1, "messageId", messageId))));
    }
}
