package io.acp4j.tck.reference;

import io.acp4j.tck.reference.ReferenceStore.Item;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.util.ArrayList;
import java.util.List;

/** What faulty agents do to the ids of what they replay. */
final class ReferenceReplays {

    private ReferenceReplays() {}

    /** Leaves out what faulty agents do not replay. */
    static void forget(ReferenceAgent agent, Session session, List<Item> items) {
        for (String kind : List.of("thought", "image", "plan")) {
            if (agent.faults.has("replays-no-" + kind) && session.tells("keep the next " + kind + " in mind")) {
                items.removeIf(item -> item.kind().contains(kind));
            }
        }
        boolean isPolluted = agent.faults.has("replays-with-a-footer") && session.tells("second question");
        boolean isRepeated = agent.faults.has("replays-answers-twice") && session.tells("second question")
                || agent.faults.has("loads-elsewhere-answers-twice")
                        && !agent.own.contains(session.id)
                        && session.tells("the secret word is dulcimer");
        items.replaceAll(item -> item.kind().startsWith("agent") && (isPolluted || isRepeated)
                ? new Item(item.kind(), "", item.text() + (isPolluted ? " (restored)" : item.text()), item.options())
                : item);
        if (session.tells("keep the next thought in mind") && agent.faults.has("replays-short-thoughts")) {
            items.replaceAll(item -> item.kind().contains("thought") ? shortened(item) : item);
        }
        if (session.tells("keep the next plan in mind") && agent.faults.has("replays-first-plans")) {
            items.replaceAll(item -> item.kind().equals("plan")
                    ? new Item("plan", "", item.text().replace("completed", "in_progress"), item.options())
                    : item);
        }
        if (session.tells("fork all of this")
                && !session.parent.isEmpty()
                && agent.faults.has("forks-replay-shortly")) {
            items.replaceAll(item -> item.kind().contains("thought") ? shortened(item) : item);
        }
        if (agent.faults.has("forks-replay-words") && !session.parent.isEmpty() && session.tells("fork all of this")) {
            items.removeIf(item -> !item.isMessage() && !item.kind().equals("tool_call"));
        }
        boolean drops = agent.faults.has("forks-replay-no-tools");
        if (drops && !session.parent.isEmpty() && session.tells("fork all of this")) {
            items.removeIf(item -> item.kind().equals("tool_call"));
        }
    }

    private static Item shortened(Item item) {
        return new Item(item.kind(), item.id(), item.text().substring(0, 3), item.options());
    }

    /** The status of a tool call that is replayed. */
    static String status(ReferenceAgent agent, Session session) {
        boolean open = agent.faults.has("replays-pending-tools") && session.tells("keep the next tool in mind");
        return open ? "pending" : agent.faults.has("never-completes") ? "in_progress" : "completed";
    }

    static List<Item> relabel(ReferenceAgent agent, String session, List<Item> items) {
        int round = agent.count("replays of " + session);
        List<Item> relabelled = new ArrayList<>();
        String first = "";
        for (Item item : items) {
            boolean user = item.kind().startsWith("user");
            String id = item.id();
            first = first.isEmpty() && !user ? id : first;
            if (user && agent.faults.has("replays-users-without-ids")) {
                id = "";
            } else if (!user && agent.faults.has("replays-with-one-id")) {
                id = first;
            } else if (agent.faults.has("replays-with-other-ids")) {
                id = "other-" + id;
            } else if (agent.faults.has("replays-with-new-ids") && round > 1) {
                id = "round-" + round + "-" + id;
            }
            relabelled.add(new Item(item.kind(), id, item.text(), item.options()));
        }
        return relabelled;
    }
}
