package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.ForkCapability;
import io.acp4j.client.fork.ForkMechanism;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.branching.BranchRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be done with a message of a session, and why the rest cannot. */
final class ForkMenu {

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

    /**
     * The same message as forks see it. Its history may begin before the transcript, and has no thoughts, so places are
     * counted from the end.
     */
    HistoryMessage history(TranscriptMessage message) {
        List<TranscriptMessage> spoken = new ArrayList<>(session.conversation().messages().stream()
                .filter(each -> each.role() != MessageRole.THOUGHT)
                .toList());
        List<HistoryMessage> all = session.forkable().messages().messages();
        for (int i = 0; i < spoken.size(); i++) {
            int index = all.size() - spoken.size() + i;
            if (spoken.get(i).position() == message.position() && index >= 0) {
                return all.get(index);
            }
        }
        throw new PageException("no fork can be made at a thought");
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
        HistoryMessage point = history(message);
        String refusal = refusal(ForkPoint.at(point), point);
        item(items, "fork", "Fork here", refusal);
        item(items, "label", "Label and fork…", refusal);
        if (message.role() == MessageRole.USER) {
            item(items, "edit", canFork() ? "Edit and fork…" : "Edit in a new session…", editRefusal(point));
        } else {
            HistoryMessage question = question(point);
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
        return session.session().client().forkSupport().atMessage() != ForkCapability.AtMessage.NO_FORKS;
    }

    private @Nullable String branchRefusal(TranscriptMessage message) {
        if (message.id() == null) {
            return "The agent has given this message no messageId.";
        }
        return session.session().isTurnInProgress() ? "A turn is running." : null;
    }

    /** Returns the prompt of a response; null if it is unknown. */
    @Nullable
    HistoryMessage question(HistoryMessage response) {
        List<HistoryMessage> all = session.forkable().messages().messages();
        for (int i = response.index() - 1; i >= 0; i--) {
            if (all.get(i).role().equals(BranchRole.USER)) {
                return all.get(i);
            }
        }
        return null;
    }

    private @Nullable String editRefusal(HistoryMessage question) {
        List<HistoryMessage> all = session.forkable().messages().messages();
        return refusal(ForkPoint.before(question), question.index() == 0 ? question : all.get(question.index() - 1));
    }

    /** Returns why no fork can end there; null when one can. */
    @Nullable
    String refusal(ForkPoint point, @Nullable HistoryMessage last) {
        ForkableSession forkable = session.forkable();
        ForkMechanism way = forkable.way(point);
        if (way != null) {
            return null;
        }
        ForkCapability.AtMessage offered =
                session.session().client().forkSupport().atMessage();
        return switch (offered) {
            case NO_FORKS -> "The agent does not advertise sessionCapabilities.fork.";
            case WHOLE_ONLY -> "The agent forks whole sessions only; it does not advertise fork.atMessageId.";
            default ->
                last != null && last.id() == null
                        ? "The agent has given this message no messageId."
                        : "The agent cannot name this point, or a turn is running.";
        };
    }

    private static void item(ArrayNode items, String action, String label, @Nullable String reason) {
        ObjectNode item = items.addObject().put("action", action).put("label", label);
        item.put("enabled", reason == null);
        item.put("reason", reason);
    }
}
