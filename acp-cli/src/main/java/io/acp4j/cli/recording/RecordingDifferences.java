package io.acp4j.cli.recording;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;
import io.acp4j.inspector.replay.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The differences between two conversations. Each session is compared separately, and so are the messages of client and agent. */
final class RecordingDifferences {

    private RecordingDifferences() {}

    /**
     * A difference at one place.
     *
     * @param session the number of the session, in the order of their appearance; 0 for none
     * @param left steps of the first conversation
     * @param right steps of the second conversation instead
     */
    record Difference(int session, List<Step> left, List<Step> right) {}

    /**
     * Compares two conversations.
     *
     * @param structure true to ignore texts
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
