package io.acp4j.agent.internal.session;

import io.acp4j.schema.update.BackgroundWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What may go on in a session without its work: terminals, and tool calls that are listed as background work or belong to no work. For
 * the thread that holds the lock of the session's output.
 */
final class Background {

    /** By their ids, of which those of tool calls and terminals are of different types. */
    private final Map<Object, OpenItem> items = new LinkedHashMap<>();

    private @Nullable List<BackgroundWork> listed;

    /** Sets what is listed from now on. */
    void list(List<BackgroundWork> running) {
        listed = List.copyOf(running);
    }

    /** Returns what is listed; null when that was never said. */
    @Nullable
    List<BackgroundWork> listed() {
        return listed;
    }

    /** Returns whether anything is listed. */
    boolean isListed() {
        return !all().isEmpty();
    }

    private List<BackgroundWork> all() {
        return listed == null ? List.of() : listed;
    }

    /** Takes over what goes on in the session that this one follows. */
    void follow(Background earlier) {
        items.putAll(earlier.items);
        if (listed == null) {
            listed = earlier.listed;
        }
    }

    /** Returns whether something is listed. */
    boolean lists(OpenItem item) {
        return all().stream().anyMatch(item::is);
    }

    void add(OpenItem item) {
        items.put(item.id(), item);
    }

    void remove(OpenItem item) {
        items.remove(item.id(), item);
    }

    /**
     * Returns what is open, tool calls before terminals, since they may show them.
     *
     * @param running the calls of work that goes on, of which only those are returned that are listed
     * @param all whether to return what is not listed, too
     */
    List<OpenItem> open(Collection<? extends OpenItem> running, boolean all) {
        List<OpenItem> open = new ArrayList<>();
        running.stream().filter(this::lists).forEach(open::add);
        addOpen(open, false, all);
        addOpen(open, true, all);
        return open;
    }

    private void addOpen(List<OpenItem> open, boolean terminals, boolean all) {
        items.values().stream()
                .filter(item -> item.isTerminal() == terminals && (all || lists(item)))
                .forEach(open::add);
    }
}
