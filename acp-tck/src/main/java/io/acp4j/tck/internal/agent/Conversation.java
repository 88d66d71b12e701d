package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * A session with a conversation that is known, to be forked.
 *
 * @param probe the scenario
 * @param session the session
 * @param messages its messages, with the ids by which a fork can name them
 */
record Conversation(Probe probe, Session session, List<Message> messages) {

    /** Holds a conversation of its own. */
    static Conversation of(Probe probe, String... questions) throws InterruptedException {
        return of(probe, probe.talk(), questions);
    }

    /** Holds a conversation in a session. */
    static Conversation of(Probe probe, Session session, String... questions) throws InterruptedException {
        List<Message> messages = new ArrayList<>();
        for (String question : questions) {
            Turn turn = session.prompt(question).need();
            List<Message> turned = Message.conversation(turn.updates());
            if (turned.stream().noneMatch(Message::isUser)) {
                messages.add(new Message("user_message_chunk", "", question));
            }
            messages.addAll(turned);
        }
        return new Conversation(
                probe,
                session,
                probe.has("loadSession")
                        ? Message.conversation(Message.replay(probe, session))
                        : List.copyOf(messages));
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
            throw NotTestable.error("session/fork gave no session id");
        }
        return new Session(link(), id.asText());
    }

    static ObjectNode air(String messageId) {
        return obj("jetbrains", obj("air", obj("version", 1, "fork", obj("version", 1, "messageId", messageId))));
    }
}
