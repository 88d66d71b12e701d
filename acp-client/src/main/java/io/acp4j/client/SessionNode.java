package io.acp4j.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.session.SessionInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of one session in a {@link SessionTreeView}; does not change.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class SessionNode {

    private static final SessionLineage NOT_FORKED = SessionLineage.builder().build();

    private static final String UNKNOWN_DEPTH = "fork@?";

    private final SessionInfo info;
    private final @Nullable SessionLineage lineage;
    private final List<SessionNode> children = new ArrayList<>(0);
    private @Nullable SessionNode parent;
    private int level;

    SessionNode(SessionInfo info) {
        this.info = info;
        this.lineage = SessionLineage.of(info.meta());
    }

    void adopt(SessionNode child) {
        children.add(child);
        child.parent = this;
    }

    /** Sets the level of each node; returns all of them in the order to show them; without recursion, as forks nest deeply. */
    static List<SessionNode> settle(List<SessionNode> roots) {
        List<SessionNode> shown = new ArrayList<>();
        Deque<SessionNode> left = new ArrayDeque<>();
        push(roots, left);
        while (!left.isEmpty()) {
            SessionNode node = left.pop();
            node.level = node.parent == null ? 0 : node.parent.level + 1;
            shown.add(node);
            push(node.children, left);
        }
        return Collections.unmodifiableList(shown);
    }

    private static void push(List<SessionNode> siblings, Deque<SessionNode> left) {
        for (int i = siblings.size() - 1; i >= 0; i--) {
            left.push(siblings.get(i));
        }
    }

    /**
     * Names the session.
     *
     * @return its id
     */
    public SessionId id() {
        return info.sessionId();
    }

    /**
     * Returns the row of the list.
     *
     * @return what the agent tells of the session
     */
    public SessionInfo info() {
        return info;
    }

    /**
     * Returns what the agent says of its origin, whether or not it can be true.
     *
     * @return the lineage; null when the agent tells none
     */
    public @Nullable SessionLineage lineage() {
        return lineage;
    }

    /** The parent that the agent names; null when it names none. */
    @Nullable
    SessionId namedParent() {
        return lineage == null ? null : lineage.parentSessionId();
    }

    /**
     * Returns the session that this one is listed under.
     *
     * @return the parent; null at the top
     */
    public @Nullable SessionNode parent() {
        return parent;
    }

    /**
     * Returns the sessions that are listed under this one.
     *
     * @return an unmodifiable list
     */
    public List<SessionNode> children() {
        return Collections.unmodifiableList(children);
    }

    /**
     * Returns its depth in the tree.
     *
     * @return 0 at the top, one more for each session above
     */
    public int level() {
        return level;
    }

    /**
     * Returns where it was forked, for people: {@code fork@4} has the first four messages of its origin, {@code fork@?} is a fork
     * of which the agent does not say how many messages it has.
     *
     * @return the mark; null for a session that is no fork
     */
    public @Nullable String mark() {
        if (lineage == null || lineage.equals(NOT_FORKED)) {
            return null;
        }
        Integer depth = lineage.forkDepth();
        return depth == null ? UNKNOWN_DEPTH : "fork@" + depth;
    }

    /**
     * Returns its name in a tree: its label; else, for a session under another one, where it was forked, if that is known; else its
     * title; else its id.
     *
     * @return a name, neither unique nor meant to be parsed
     */
    public String displayName() {
        if (lineage != null && lineage.label() != null) {
            return lineage.label();
        }
        String mark = mark();
        if (parent != null && mark != null && !mark.equals(UNKNOWN_DEPTH)) {
            return mark;
        }
        String title = info.title();
        return title == null || title.isBlank() ? id().value() : title;
    }

    /** Names the session and its level. */
    @Override
    public String toString() {
        return "SessionNode[" + id() + ", level " + level + "]";
    }
}
