package io.acp4j.tck.internal.agent;

import java.util.List;

/** Compares the history of a fork that was made during a turn with the turns of its source that had ended before. */
public final class SettledHistory {

    private SettledHistory() {}

    /** Returns whether a fork begins with all messages of the turns that had ended. */
    public static boolean isBeginning(List<String> forked, List<String> settled) {
        return forked.size() >= settled.size()
                && forked.subList(0, settled.size()).equals(settled);
    }

    /**
     * Returns whether a fork contains nothing of the running turn, or ends with a mark that is not a part of that turn.
     *
     * @param forked the messages of the fork
     * @param settled the messages of the turns that had ended
     * @param partial the text of the running turn
     */
    public static boolean isAllOrMarked(List<String> forked, List<String> settled, String partial) {
        if (forked.size() <= settled.size()) {
            return true;
        }
        return forked.size() > settled.size() + 1 && !partial.startsWith(forked.get(forked.size() - 1));
    }
}
