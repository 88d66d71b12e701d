package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.SessionForks;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.branching.ForkPoint;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What can be done with a message of a session, and why the rest cannot. */
final class ForkMenu {

    private static final String NO_ID = "The agent has given this message no messageId.";

    private final OpenSession session;

    ForkMenu(OpenSession session) {
        this.session = session;
    }

    /** The message at a place of the transcript. */
    TranscriptMessage message(int position) {
        return session.conversation().messages().stream()
                .filter(message -> message.position() == position)
                .findFirst()
                .orElseThrow(() -> new PageException("this message no longer exists"));
    }

    /** Returns the number of messages before a message, thoughts not counted. */
    int depth(TranscriptMessage message) {
        if (message.role() == MessageRole.THOUGHT) {
            throw new PageException("no fork can be made at a thought");
        }
        return (int) forks().messages().stream()
                .filter(each -> each.index() < message.index())
                .count();
    }

    private SessionForks forks() {
        return session.session().forks();
    }

    /** The menu of a message. */
    ObjectNode of(int position) {
        TranscriptMessage message = message(position);
        ObjectNode menu = Shown.NODES.objectNode();
        menu.put("text", Shown.text(message.text()));
        ArrayNode items = menu.putArray("items");
        if (message.role() == MessageRole.THOUGHT) {
            String reason = "No fork can be made at a thought.";
            item(items, "fork", "Fork here", reason);
            return menu;
        }
        String refusal = refusal(() -> forks().at(message), message);
        item(items, "fork", "Fork here", refusal);
        item(items, "label", "Label and fork…", refusal);
        if (message.role() == MessageRole.USER) {
            item(items, "edit", canFork() ? "Edit and fork…" : "Edit in a new session…", editRefusal(message));
        } else {
            TranscriptMessage question = question(message);
            item(
                    items,
                    "regenerate",
                    canFork() ? "Regenerate in a fork" : "Regenerate in a new session",
                    question == null ? "No message of the user is known before it." : editRefusal(question));
        }
        // An extension that few agents have: the others need not be told of it with each message.
        if (Branches.offeredBy(session.session().client())) {
            String label = message.role() == MessageRole.USER ? "Edit in this session" : "Continue from here";
            item(items, "branch", label, branchRefusal(message));
        }
        return menu;
    }

    /** Returns false if only a first message can be sent again, in a new session. */
    private boolean canFork() {
        return !session.session().client().forkCapability().mechanisms().isEmpty();
    }

    private @Nullable String branchRefusal(TranscriptMessage message) {
        if (message.id() == null) {
            return NO_ID;
        }
        return session.session().isTurnInProgress() ? "A turn is running." : null;
    }

    /** Returns the prompt of a response; null if it is unknown. */
    @Nullable
    TranscriptMessage question(TranscriptMessage response) {
        return forks().messages().stream()
                .filter(each -> each.index() < response.index() && each.role() == MessageRole.USER)
                .reduce((before, after) -> after)
                .orElse(null);
    }

    private @Nullable String editRefusal(TranscriptMessage question) {
        TranscriptMessage before = forks().messages().stream()
                .filter(each -> each.index() < question.index())
                .reduce((one, next) -> next)
                .orElse(null);
        return refusal(() -> forks().before(question), before);
    }

    /**
     * Returns the reason that no fork can end at a point; null if a fork can end there.
     *
     * @param last the last inherited message; null if it is unknown, or if none is inherited
     */
    private @Nullable String refusal(Supplier<ForkPoint> point, @Nullable TranscriptMessage last) {
        boolean isUnknown = last == null;
        try {
            if (forks().supports(point.get())) {
                return null;
            }
        } catch (NoForkPointException e) {
            isUnknown = true;
        }
        if (!canFork()) {
            return "The agent does not advertise sessionCapabilities.fork.";
        }
        if (!session.session().client().forkCapability().supportsMessages()) {
            return "The agent forks whole sessions only; it does not advertise fork.atMessageId.";
        }
        if (isUnknown && !forks().isBeginningKnown()) {
            return (last == null ? "" : NO_ID + " ")
                    + "The messages before it are unknown. Load the session to know them.";
        }
        return last != null && last.id() == null ? NO_ID : "The agent cannot name this point, or a turn is running.";
    }

    private static void item(ArrayNode items, String action, String label, @Nullable String reason) {
        ObjectNode item = items.addObject().put("action", action).put("label", label);
        item.put("enabled", reason == null);
        item.put("reason", reason);
    }
}
