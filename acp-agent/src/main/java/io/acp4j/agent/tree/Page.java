package io.acp4j.agent.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list that is read in parts.
 *
 * @param <T> the type of the items
 * @param items the items of the page, in the order of the list; immutable
 * @param previous the cursor for reading the items before the page; null on the first page, and for lists that can only be read
 *     forward
 * @param next the cursor for reading the items after the page; null on the last page
 * @since 0.1.0
 */
public record Page<T>(
        List<T> items, @Nullable String previous, @Nullable String next) {

    /** Copies the list. */
    public Page {
        items = List.copyOf(items);
    }
}
