package io.acp4j.cli.recording;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;
import io.acp4j.inspector.replay.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Where two conversations differ. What goes on in one session is compared apart
 * from what goes on in another, and what the client says apart from what the agent says. */
final class RecordingDifferences {

    private RecordingDifferences() {}

    /**
     * A place where they differ.
     *
     * @param session the session, by the order in which they were met; 0 for none
     * @param left what only the first has
     * @param right what only the second has in its place
     */
    record Difference(int session, List<Step> left, List<Step> right) {}

    /**
     * Compares two conversations.
     *
     * @param structure whether only what happens is compared, not what is said
     */
    static List<Difference> between(List<Step> left, List<Step> right, boolean structure) {
        TreeSet<Integer> streams = new TreeSet<>();
        left.forEach(step -> streams.add(step.stream()));
        right.forEach(step -> streams.add(step.stream()));
        List<Difference> all = new ArrayList<>();
        for (int stream : streams) {
            compare(of(stream, true, left), of(stream, true, right), structure, all);
            compare(of(stream, false, left), of(stream, false, right), structure, all);
        }
        return all;
    }

    private static void compare(List<Step> before, List<Step> after, boolean structure, List<Difference> all) {
        for (AbstractDelta<String> delta :
                DiffUtils.diff(keys(before, structure), keys(after, structure)).getDeltas()) {
            if (delta.getType() != DeltaType.EQUAL) {
                int from = delta.getSource().getPosition();
                int to = delta.getTarget().getPosition();
                List<Step> left = before.subList(from, from + delta.getSource().size());
                List<Step> right = after.subList(to, to + delta.getTarget().size());
                all.add(new Difference((left.isEmpty() ? right : left).get(0).session(), left, right));
            }
        }
    }

    private static List<Step> of(int stream, boolean fromClient, List<Step> steps) {
        return steps.stream()
                .filter(step -> step.stream() == stream && step.fromClient() == fromClient)
                .toList();
    }

    private static List<String> keys(List<Step> steps, boolean structure) {
        return steps.stream().map(step -> step.key(structure)).toList();
    }
}
