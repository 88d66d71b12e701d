package io.acp4j.agent.tree;

import io.acp4j.schema.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a path to read.
 *
 * @param leaf the end of the path; null for the head
 * @param backward true to read from the end towards the beginning; the nodes of a page are in the order of the path anyhow
 * @param cursor where another page ended; null begins
 * @param limit how many nodes at most, from 1 to {@value #MAX_LIMIT}
 * @since 0.1.0
 */
public record PathQuery(
        @Nullable MessageId leaf,
        boolean backward,
        @Nullable String cursor,
        int limit) {

    /** The most nodes of one page. */
    public static final int MAX_LIMIT = 10_000;

    /** Checks the limit. */
    public PathQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be from 1 to " + MAX_LIMIT + ", not " + limit);
        }
    }

    /**
     * Reads the beginning of the active branch.
     *
     * @param limit how many nodes at most
     * @return the query
     */
    public static PathQuery first(int limit) {
        return new PathQuery(null, false, null, limit);
    }

    /**
     * Reads the end of the active branch.
     *
     * @param limit how many nodes at most
     * @return the query
     */
    public static PathQuery last(int limit) {
        return new PathQuery(null, true, null, limit);
    }

    /**
     * Reads another path.
     *
     * @param message its end
     * @return the query
     */
    public PathQuery to(MessageId message) {
        return new PathQuery(message, backward, cursor, limit);
    }

    /**
     * Reads onwards.
     *
     * @param from the cursor of a page of the same path
     * @return the query
     */
    public PathQuery from(@Nullable String from) {
        return new PathQuery(leaf, backward, from, limit);
    }
}
