package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.NavigateSessionRequest;
import io.acp4j.schema.branching.SessionTreeRequest;
import io.acp4j.schema.branching.SessionTreeResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The branches inside a session, which are an extension of this project: where they part on the way to the head, and how to get to the
 * others.
 */
final class Branches {

    /** How many messages a session may have whose branches are shown. */
    static final int MAX_MESSAGES = 10_000;

    /** How many branches of a session are listed. */
    private static final int MAX_LEAVES = 500;

    private static final String ROOT = "";

    private final List<BranchMessage> messages = new ArrayList<>();
    private final Map<String, List<BranchMessage>> children = new HashMap<>();
    private @Nullable MessageId head;

    Branches() {}

    static boolean offeredBy(AcpClient client) {
        return has(client, BranchMethods.TREE) && has(client, BranchMethods.NAVIGATE);
    }

    static boolean has(AcpClient client, RequestMethod<?, ?> method) {
        return method.capability() != null && method.capability().in(client.agentCapabilities());
    }

    /** Asks the agent for the branches of a session. */
    static CompletableFuture<Branches> of(ClientSession session) {
        Branches branches = new Branches();
        return branches.page(session, SessionTreeRequest.of(session.id())).thenApply(done -> branches);
    }

    /** Refuses what the agent has not advertised. */
    static void require(ClientSession session) {
        if (!offeredBy(session.client())) {
            throw new PageException("the agent does not advertise branches inside a session");
        }
    }

    /** Moves a session to a message; gives the text to edit when it is one of the user. */
    static CompletableFuture<JsonNode> move(ClientSession session, MessageId to) {
        require(session);
        return session.client()
                .requestAsync(BranchMethods.NAVIGATE, NavigateSessionRequest.of(session.id(), to))
                .thenApply(moved -> {
                    ObjectNode reply = Shown.NODES.objectNode();
                    if (moved.text() != null) {
                        reply.put("draft", Shown.text(moved.text()));
                    }
                    return reply;
                });
    }

    private CompletableFuture<Void> page(ClientSession session, SessionTreeRequest request) {
        return session.client().requestAsync(BranchMethods.TREE, request).thenCompose(page -> {
            take(page);
            String next = page.nextCursor();
            return next == null || page.messages().isEmpty() || messages.size() > MAX_MESSAGES
                    ? CompletableFuture.completedFuture(null)
                    : page(session, request.after(next));
        });
    }

    /** Takes a page of the tree. */
    void take(SessionTreeResponse page) {
        head = page.head();
        for (BranchMessage message : page.messages()) {
            messages.add(message);
            MessageId parent = message.parentId();
            children.computeIfAbsent(parent == null ? ROOT : parent.value(), id -> new ArrayList<>())
                    .add(message);
        }
    }

    /** The message that a page has named, by the id that it was shown. */
    MessageId find(String shown) {
        return messages.stream()
                .map(BranchMessage::messageId)
                .filter(id -> Shown.line(id.value()).equals(shown))
                .findFirst()
                .orElseThrow(() -> new PageException("this message is no longer in the session"));
    }

    /** Returns what pages show: where branches part on the way to the head, and what goes on from the head. */
    ObjectNode json() {
        boolean isCut = messages.size() > MAX_MESSAGES;
        ObjectNode shown = Shown.NODES.objectNode().put("cut", isCut);
        shown.put("head", head == null ? null : Shown.line(head.value()));
        ArrayNode points = shown.putArray("points");
        ArrayNode after = shown.putArray("after");
        ArrayNode leaves = shown.putArray("leaves");
        if (isCut) {
            return shown;
        }
        Map<String, MessageId> ends = ends();
        List<BranchMessage> path = path();
        for (int i = 0; i < path.size(); i++) {
            List<BranchMessage> siblings = following(path.get(i).parentId());
            if (siblings.size() > 1) {
                ObjectNode point = points.addObject();
                // Agents of version 1 may not tell the ids of prompts: then the place tells which one it is.
                point.put("index", siblings.indexOf(path.get(i))).put("fromEnd", path.size() - 1 - i);
                ArrayNode ids = point.putArray("ids");
                siblings.forEach(
                        sibling -> ids.add(Shown.line(sibling.messageId().value())));
                ArrayNode to = point.putArray("to");
                siblings.forEach(sibling -> to.add(Shown.line(end(ends, sibling).value())));
            }
        }
        leaves(leaves, head == null ? null : ends.get(head.value()));
        for (BranchMessage next : following(head)) {
            after.addObject().put("to", Shown.line(end(ends, next).value())).put("preview", Shown.line(preview(next)));
        }
        return shown;
    }

    /** Lists the ends of all branches, each by the message with which it parts from the others. */
    private void leaves(ArrayNode leaves, @Nullable MessageId shown) {
        Map<String, BranchMessage> beginnings = new HashMap<>();
        for (BranchMessage message : messages) {
            MessageId parent = message.parentId();
            BranchMessage before = parent == null ? null : beginnings.get(parent.value());
            BranchMessage beginning = before == null || following(parent).size() > 1 ? message : before;
            String id = message.messageId().value();
            beginnings.put(id, beginning);
            if (following(message.messageId()).isEmpty() && leaves.size() < MAX_LEAVES) {
                leaves.addObject()
                        .put("id", Shown.line(id))
                        .put("name", Shown.line(preview(message.label() == null ? beginning : message)))
                        .put("shown", message.messageId().equals(shown));
            }
        }
    }

    private List<BranchMessage> following(@Nullable MessageId parent) {
        return children.getOrDefault(parent == null ? ROOT : parent.value(), List.of());
    }

    private static String preview(BranchMessage message) {
        return message.label() != null ? message.label() : message.preview() == null ? "" : message.preview();
    }

    /** The messages up to the head. */
    private List<BranchMessage> path() {
        Map<String, BranchMessage> byId = new HashMap<>();
        messages.forEach(message -> byId.put(message.messageId().value(), message));
        List<BranchMessage> path = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        MessageId at = head;
        while (at != null && seen.add(at.value())) {
            BranchMessage message = byId.get(at.value());
            if (message == null) {
                break;
            }
            path.add(0, message);
            at = message.parentId();
        }
        return path;
    }

    /** Returns where the newest branch that goes on from each message ends. Parents come first, so the way back meets ends first. */
    private Map<String, MessageId> ends() {
        Map<String, MessageId> ends = new HashMap<>();
        for (int i = messages.size() - 1; i >= 0; i--) {
            MessageId id = messages.get(i).messageId();
            List<BranchMessage> next = following(id);
            ends.put(id.value(), next.isEmpty() ? id : end(ends, next.get(next.size() - 1)));
        }
        return ends;
    }

    private static MessageId end(Map<String, MessageId> ends, BranchMessage from) {
        return ends.getOrDefault(from.messageId().value(), from.messageId());
    }
}
