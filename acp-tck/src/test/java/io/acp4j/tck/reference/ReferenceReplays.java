package io.acp4j.tck.reference;

import io.acp4j.tck.reference.ReferenceStore.Item;
import java.util.ArrayList;
import java.util.List;

/** What faulty agents do to the ids of what they replay. */
final class ReferenceReplays {

    private ReferenceReplays() {}

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
