package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Determines whether the agent starts a turn in a new fork. An agent may replay the conversation of a fork, and may greet each new session.
 * Messages beyond both are evidence of a turn, even if their text repeats an earlier message.
 *
 * <p>The greeting is read from the source session, before the first request of the client. If a fork contains another unexpected message,
 * the detector creates a new session for comparison.
 */
public final class ForkTurnDetector {

    /** Maximum time to watch a fork, however long the turns of the agent are. */
    private static final Duration MOST = Duration.ofSeconds(60);

    /** Maximum number of messages in several parts that interrupt the watch before they are complete. */
    private static final int MOST_INTERRUPTIONS = 10;

    private static final String AGENT = "\nagent ";
    private static final String USER = "\nuser";

    private final List<String> conversation;
    private final String agent;
    private final Function<List<Entry>, List<String>> reader;
    private final Session source;
    private String greeting = "";
    private boolean isControlled;

    /**
     * Creates a detector for the forks of a conversation.
     *
     * @param source the session that is forked
     * @param conversation the conversation that the fork may replay: each message with its role and its text
     * @param agent the role of the agent at the beginning of a message
     * @param reader reads messages in this form from updates
     */
    public ForkTurnDetector(
            Session source, List<String> conversation, String agent, Function<List<Entry>, List<String>> reader) {
        this.source = source;
        this.conversation = conversation;
        this.agent = agent;
        this.reader = reader;
    }

    /** Watches a fork for as long as a turn usually takes, and returns the updates of the fork. */
    public List<Entry> watch(Session fork, Entry since, Duration usual) throws InterruptedException {
        Link link = fork.link();
        Duration time = usual.compareTo(MOST) > 0 ? MOST : usual;
        learnGreeting(source.updatesBeforeRequests(), source, fork);
        link.settle();
        for (int times = 0; times < MOST_INTERRUPTIONS; times++) {
            Entry unexpected = link.watch(
                    since,
                    entry -> entry.session().equals(fork.id()) && !isReplay(link.updatesSince(since, fork.id())),
                    time);
            if (unexpected == null) {
                break;
            }
            // The message may be a part of a replay or a greeting that is still being sent.
            link.settle();
            if (!isReplay(link.updatesSince(since, fork.id())) && !isGreetingLearned(fork, time)) {
                break;
            }
        }
        return link.updatesSince(since, fork.id());
    }

    /** Compares the fork with another new session that is not prompted. Returns false if that session contains no new greeting. */
    private boolean isGreetingLearned(Session fork, Duration time) throws InterruptedException {
        if (isControlled) {
            return false;
        }
        isControlled = true;
        Link link = fork.link();
        Call call = link.start("session/new", link.newSessionParams());
        Reply reply = call.await();
        JsonNode id = reply.result().path("sessionId");
        if (!id.isTextual()) {
            throw NotTestable.anotherSession(reply.toString());
        }
        Session control = new Session(link, id.asText());
        link.settle();
        if (link.watch(call.sent(), entry -> isMessage(entry, control.id()), time) != null) {
            link.settle();
        }
        String known = greeting;
        learnGreeting(control.updatesBeforeRequests(), control, fork);
        return !greeting.equals(known);
    }

    private void learnGreeting(List<Entry> updates, Session session, Session fork) {
        String text = reader.apply(updates).stream()
                .filter(each -> each.startsWith(agent))
                .map(each -> plain(each.substring(agent.length())))
                .collect(Collectors.joining());
        greeting = text.isEmpty() ? greeting : text.replace(session.id(), fork.id());
    }

    private boolean isMessage(Entry entry, String session) {
        return entry.session().equals(session)
                && reader.apply(List.of(entry)).stream().anyMatch(each -> each.startsWith(agent));
    }

    /** Returns whether updates contain at most a replay of the conversation and a greeting. */
    public boolean isReplay(List<Entry> updates) {
        String text = flat(reader.apply(updates));
        return isReplay(text)
                || (!greeting.isEmpty()
                        && (isReplay(withoutGreetingAtStart(text)) || isReplay(withoutGreetingAtEnd(text))));
    }

    private boolean isReplay(String text) {
        List<String> ofAgent =
                conversation.stream().filter(each -> each.startsWith(agent)).toList();
        return flat(conversation).startsWith(text) || text.equals(flat(ofAgent));
    }

    private String withoutGreetingAtStart(String text) {
        if (!text.startsWith(AGENT + greeting)) {
            return text;
        }
        String rest = text.substring(AGENT.length() + greeting.length());
        return rest.isEmpty() || rest.startsWith("\n") ? rest : AGENT + rest;
    }

    private String withoutGreetingAtEnd(String text) {
        if (!text.endsWith(greeting)) {
            return text;
        }
        String rest = text.substring(0, text.length() - greeting.length());
        return rest.endsWith(AGENT) ? rest.substring(0, rest.length() - AGENT.length()) : rest;
    }

    /** Returns whether two texts differ at most in white space. */
    public static boolean isSame(String one, String other) {
        return plain(one).equals(plain(other));
    }

    /** Joins messages to one text, with the role before each run of messages: a replay may divide them in another way. */
    private String flat(List<String> messages) {
        StringBuilder text = new StringBuilder();
        boolean wasAgent = false;
        for (String message : messages) {
            boolean isAgent = message.startsWith(agent);
            if (text.length() == 0 || isAgent != wasAgent) {
                text.append(isAgent ? AGENT : USER);
            }
            // An agent may add context to the messages of the user.
            text.append(isAgent ? plain(message.substring(agent.length())) : "");
            wasAgent = isAgent;
        }
        return text.toString();
    }

    private static String plain(String text) {
        return text.replaceAll("\\s+", "");
    }
}
