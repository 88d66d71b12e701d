package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionBranches;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.branching.BranchMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists the branches inside a session, and moves between them. */
final class Branches {

    private static final int MAX_SHOWN = 200;

    private final Screen screen;

    Branches(Screen screen) {
        this.screen = screen;
    }

    void show(ClientSession session) {
        SessionBranches branches = session.branches();
        List<BranchLeaf> leaves = branches.leaves().limit(MAX_SHOWN).toList();
        Map<MessageId, String> previews = new HashMap<>();
        branches.tree().forEach(message -> previews.put(message.messageId(), preview(message)));
        for (int i = 0; i < leaves.size(); i++) {
            BranchLeaf leaf = leaves.get(i);
            String label = leaf.label() == null ? "" : "[" + VisibleText.line(leaf.label()) + "] ";
            screen.line(
                    (leaf.active() ? "* " : "  ") + (i + 1) + "  " + label + leaf.depth() + " messages, the last: "
                            + previews.getOrDefault(leaf.messageId(), ""),
                    leaf.active() ? Style.BOLD : Style.PLAIN);
        }
        if (leaves.isEmpty()) {
            screen.line("This session has no messages.", Style.DIM);
        }
    }

    private static String preview(BranchMessage message) {
        return message.preview() == null ? "" : VisibleText.line(message.preview());
    }

    void go(ClientSession session, String number) {
        session.branches().navigate(leaf(session, number).messageId());
    }

    private static BranchLeaf leaf(ClientSession session, String number) {
        List<BranchLeaf> leaves = session.branches().leaves().limit(MAX_SHOWN).toList();
        if (!number.matches("[1-9][0-9]{0,2}") || Integer.parseInt(number) > leaves.size()) {
            throw new ChatException("There is no branch \"" + number + "\"; /branches lists them.");
        }
        return leaves.get(Integer.parseInt(number) - 1);
    }

    void label(ClientSession session, MessageId message, String label) {
        try {
            session.branches().label(message, label.isBlank() ? null : label);
        } catch (IllegalArgumentException e) {
            throw new ChatException(String.valueOf(e.getMessage()));
        }
    }
}
