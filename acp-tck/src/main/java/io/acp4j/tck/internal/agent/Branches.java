package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.wire.Json.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Session;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tree of messages of one session, as the extension methods show it. */
record Branches(Session session) {

    /** More pages than any session of a scenario has. */
    private static final int MOST_PAGES = 200;

    /**
     * Two branches of one session that part after the first turn.
     *
     * @param branches the session's
     * @param fork the last message of the first turn
     * @param left the path that was there first
     * @param right the path to which the session has moved on
     */
    record Two(Branches branches, String fork, List<String> left, List<String> right) {

        /** Returns whether the session has gone on from the end of the first turn, and from nowhere else. */
        boolean areApart() {
            int shared = left.indexOf(fork) + 1;
            return right.size() > shared
                    && right.subList(0, shared).equals(left.subList(0, shared))
                    && leftTail().stream().noneMatch(right::contains);
        }

        /** Ends the scenario unless they are what they should be. */
        Two need() {
            if (!areApart()) {
                throw new NotTestable("The active branch is not known: " + right);
            }
            return this;
        }

        List<String> leftTail() {
            return left.subList(left.indexOf(fork) + 1, left.size());
        }

        List<String> rightTail() {
            return right.subList(Math.min(right.size(), left.indexOf(fork) + 1), right.size());
        }

        String leftEnd() {
            return left.get(left.size() - 1);
        }

        String rightEnd() {
            return right.get(right.size() - 1);
        }
    }

    /** Talks three times, in a session that nobody has branched. */
    static Branches linear(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        for (String question : List.of("one", "two", "three")) {
            session.prompt(question).need();
        }
        return new Branches(session);
    }

    /** Talks three times, goes back to the end of the first turn, and talks once more. */
    static Two two(Probe probe) throws InterruptedException {
        Branches branches = linear(probe);
        List<JsonNode> messages = branches.path(null, null);
        List<String> left = ids(messages);
        int user = second(messages);
        String fork = left.get(user - 1);
        branches.navigate(fork).need("_acp4j/session/navigate");
        branches.session.prompt("four").need();
        List<String> right = ids(branches.path(null, null));
        if (right.isEmpty()) {
            throw new NotTestable("The path has no messages");
        }
        return new Two(branches, fork, left, right);
    }

    /** The index of the second message of the user. */
    static int second(List<JsonNode> messages) {
        int users = 0;
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).at("/message/role").asText().equals("user") && ++users == 2 && i > 0) {
                return i;
            }
        }
        throw new NotTestable("The path has no second message of the user");
    }

    static List<String> ids(List<JsonNode> entries) {
        return entries.stream()
                .map(entry -> entry.at("/message/messageId").asText())
                .toList();
    }

    /** Returns the text of the message of an entry of a path. The entry may contain thoughts and tool calls that belong to the message. */
    static String text(JsonNode entry) {
        StringBuilder text = new StringBuilder();
        for (JsonNode update : entry.path("updates")) {
            if (isOfMessage(entry, update)) {
                text.append(update.at("/content/text").asText(""));
                update.path("content")
                        .forEach(block -> text.append(block.path("text").asText("")));
            }
        }
        return text.toString();
    }

    private static boolean isOfMessage(JsonNode entry, JsonNode update) {
        return update.path("sessionUpdate")
                .asText()
                .startsWith(entry.at("/message/role").asText() + "_message");
    }

    /** Returns the ID of the last message of a path, or an empty string. Thoughts and tool calls are not messages. */
    static String lastMessage(List<JsonNode> path) {
        return path.stream()
                .filter(entry -> entry.path("updates").isEmpty() || !text(entry).isEmpty())
                .map(entry -> entry.at("/message/messageId").asText())
                .reduce("", (earlier, later) -> later);
    }

    Reply call(String method, ObjectNode params) throws InterruptedException {
        return session.link().call("_acp4j/session/" + method, params);
    }

    Reply navigate(String message) throws InterruptedException {
        return call("navigate", session.params().put("messageId", message));
    }

    /** The messages from the root to one, or to the head. */
    List<JsonNode> path(@Nullable String end, @Nullable Integer limit) throws InterruptedException {
        ObjectNode params = session.params();
        if (end != null) {
            params.put("messageId", end);
        }
        return all("path", params, "messages", limit);
    }

    List<JsonNode> leaves() throws InterruptedException {
        return all("branches", session.params(), "leaves", null);
    }

    List<JsonNode> tree() throws InterruptedException {
        return all("tree", session.params(), "messages", null);
    }

    private List<JsonNode> all(String method, ObjectNode params, String member, @Nullable Integer limit)
            throws InterruptedException {
        List<JsonNode> all = new ArrayList<>();
        if (limit != null) {
            params.put("limit", limit);
        }
        JsonNode cursor = node(null);
        for (int page = 0; page < MOST_PAGES; page++) {
            ObjectNode asked = params.deepCopy();
            if (cursor.isTextual()) {
                asked.set("cursor", cursor);
            }
            JsonNode result = call(method, asked).need("_acp4j/session/" + method);
            result.path(member).forEach(all::add);
            cursor = result.path("nextCursor");
            if (!cursor.isTextual()) {
                return all;
            }
        }
        throw new NotTestable("_acp4j/session/" + method + " gives more than " + MOST_PAGES + " pages");
    }
}
