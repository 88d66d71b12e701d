package io.acp4j.client.internal.calls;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Walks through pages, and asks for the next one only when it is needed.
 *
 * @param <P> the request for a page
 * @param <E> what pages hold
 */
public abstract class Pages<P, E> implements Iterator<E> {

    private Iterator<E> page = Collections.emptyIterator();
    private @Nullable P next;

    /**
     * Starts before the first page.
     *
     * @param first the request for it
     */
    protected Pages(P first) {
        this.next = first;
    }

    /**
     * What a response brings.
     *
     * @param entries what the page holds
     * @param next the request for the next page; null when this is the last one
     */
    public record Page<P, E>(List<E> entries, @Nullable P next) {}

    /** Returns a page; throws where the agent would have it walk for ever. */
    protected abstract Page<P, E> fetch(P request);

    /** Returns what all pages hold, in order. */
    public final Stream<E> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    @Override
    public final boolean hasNext() {
        while (!page.hasNext()) {
            P request = next;
            if (request == null) {
                return false;
            }
            Page<P, E> fetched = fetch(request);
            page = fetched.entries().iterator();
            next = fetched.next();
        }
        return true;
    }

    @Override
    public final E next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more pages");
        }
        return page.next();
    }
}
