package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.wire.Entry;

/**
 * Prompts for actions that the prompt vocabulary has words for. An agent without the vocabulary receives a request in plain words. It may
 * do something else; then the scenario ends without a finding.
 */
public final class PlainPrompts {

    private static final String IDLE = "idle";

    private PlainPrompts() {}

    /** Prompts for an action and waits for the end of the turn. */
    public static Turn act(Probe probe, Session session, String words) throws InterruptedException {
        return session.finish(start(probe, session, words));
    }

    /** Prompts for an action and does not wait. */
    public static Call start(Probe probe, Session session, String words) {
        return session.start(probe.profile().isUndriven() ? plain(words) : "tck: " + words);
    }

    private static String plain(String words) {
        int space = words.indexOf(' ');
        String word = space < 0 ? words : words.substring(0, space);
        return switch (word) {
            case "permission" -> "Run the shell command: rm -f acp-tck-example.txt";
            case "tool", "terminal" -> "Run the shell command: echo done";
            case "read" -> "Read the file " + words.substring(space + 1) + " and write how many lines it has.";
            case "write" -> "Write the word done to the file " + words.substring(space + 1);
            case "elicit-form" -> "Show me a form that asks for my favorite color.";
            case "elicit-url" -> "Open a page in my browser where I can sign in.";
            default -> throw new IllegalArgumentException("No plain prompt for " + word);
        };
    }

    /** Waits for a request of the subject in a turn, or ends the scenario. */
    public static Entry needRequest(Probe probe, Session session, Call call, String method)
            throws InterruptedException {
        if (!probe.profile().isUndriven()) {
            return session.link().needRequest(call.sent(), method);
        }
        Entry found = session.link()
                .await(
                        call.sent(),
                        entry -> (entry.method().equals(method)
                                        && entry.session().equals(session.id()))
                                || isEnd(session, call, entry));
        if (found == null || !found.method().equals(method)) {
            throw new NotTestable("The turn had no " + method);
        }
        return found;
    }

    private static boolean isEnd(Session session, Call call, Entry entry) {
        if (entry.kind() == Entry.Kind.RESPONSE && entry.id().equals(call.id())) {
            return session.link().dialect().endsWithResponse()
                    || entry.at("/error").isObject();
        }
        return entry.update().equals("state_update")
                && entry.session().equals(session.id())
                && entry.at("/params/update/state").asText().equals(IDLE);
    }
}
