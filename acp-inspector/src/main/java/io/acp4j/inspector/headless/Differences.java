package io.acp4j.inspector.headless;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Where two conversations differ. What goes on in one session is compared apart from what goes on in another. */
final class Differences {

    private Differences() {}

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
        TreeSet<Integer> sessions = new TreeSet<>();
        left.forEach(step -> sessions.add(step.session()));
        right.forEach(step -> sessions.add(step.session()));
        List<Difference> all = new ArrayList<>();
        for (int session : sessions) {
            List<Step> before = of(session, left);
            List<Step> after = of(session, right);
            for (AbstractDelta<String> delta :
                    DiffUtils.diff(keys(before, structure), keys(after, structure)).getDeltas()) {
                if (delta.getType() != DeltaType.EQUAL) {
                    int from = delta.getSource().getPosition();
                    int to = delta.getTarget().getPosition();
                    all.add(new Difference(
                            session,
                            before.subList(from, from + delta.getSource().size()),
                            after.subList(to, to + delta.getTarget().size())));
                }
            }
        }
        return all;
    }

    private static List<Step> of(int session, List<Step> steps) {
        return steps.stream().filter(step -> step.session() == session).toList();
    }

    private static List<String> keys(List<Step> steps, boolean structure) {
        return steps.stream().map(step -> step.key(structure)).toList();
    }
}
