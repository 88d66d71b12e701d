package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.wire.Entry;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Determines whether the agent starts a turn in a new fork. An agent may replay the conversation of a fork. Messages beyond this replay are
 * evidence of a turn, even if their text repeats an earlier message.
 *
 * @param conversation the conversation that the fork may replay: each message with its role and its text
 * @param agent the role of the agent at the beginning of a message
 * @param reader reads messages in this form from updates
 */
public record ForkTurnDetector(List<String> conversation, String agent, Function<List<Entry>, List<String>> reader) {

    /** Maximum time to watch a fork, however long the turns of the agent are. */
    private static final Duration MOST = Duration.ofSeconds(60);

    /** Watches a fork for as long as a turn usually takes, and returns the updates of the fork. */
    public List<Entry> watch(Session fork, Entry since, Duration usual) throws InterruptedException {
        Link link = fork.link();
        link.settle();
        link.watch(
                since,
                entry -> entry.session().equals(fork.id()) && !isReplay(link.updatesSince(since, fork.id())),
                usual.compareTo(MOST) > 0 ? MOST : usual);
        return link.updatesSince(since, fork.id());
    }

    /** Returns whether updates contain no message, or only messages of a replay. */
    public boolean isReplay(List<Entry> updates) {
        List<String> came = reader.apply(updates);
        String replayed = flat(came);
        List<String> ofAgent =
                conversation.stream().filter(each -> each.startsWith(agent)).toList();
        return flat(conversation).startsWith(replayed) || replayed.equals(flat(ofAgent));
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
                text.append(isAgent ? "\nagent " : "\nuser");
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
