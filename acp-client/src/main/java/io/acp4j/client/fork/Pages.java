package io.acp4j.client.fork;

import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Capability;
import io.acp4j.schema.RequestMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Walks through the pages that a method gives, and stops where an agent would have it walk for ever. */
final class Pages<P, R, E> implements Iterator<E> {

    private final AcpClient client;
    private final RequestMethod<P, R> method;
    private final BiFunction<P, String, P> after;
    private final Function<R, Page<E>> read;
    private final Set<String> cursors = new HashSet<>();
    private Iterator<E> page = Collections.emptyIterator();
    private @Nullable P next;
    private int pages;

    private Pages(
            AcpClient client,
            RequestMethod<P, R> method,
            P first,
            BiFunction<P, String, P> after,
            Function<R, Page<E>> read) {
        this.client = client;
        this.method = method;
        this.next = first;
        this.after = after;
        this.read = read;
    }

    /** What a page holds, and where the next one starts. */
    record Page<E>(List<E> entries, @Nullable String nextCursor) {}

    /** Gives all entries; a method that the agent does not have is refused at once, not when the stream is used. */
    static <P, R, E> Stream<E> stream(
            AcpClient client,
            RequestMethod<P, R> method,
            P first,
            BiFunction<P, String, P> after,
            Function<R, Page<E>> read) {
        Capability<?> needed = method.capability();
        if (needed != null && !needed.in(client.agentCapabilities())) {
            throw new UnsupportedCapabilityException(method.name(), needed.path());
        }
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new Pages<>(client, method, first, after, read), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    static <E> List<E> reversed(List<E> entries) {
        List<E> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        return reversed;
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext()) {
            P request = next;
            if (request == null) {
                return false;
            }
            fetch(request);
        }
        return true;
    }

    private void fetch(P request) {
        if (pages == SessionBranches.MAX_PAGES) {
            throw new AcpException(method.name() + " has more than " + SessionBranches.MAX_PAGES + " pages", null);
        }
        pages++;
        Page<E> fetched = read.apply(client.request(method, request));
        page = fetched.entries().iterator();
        String cursor = fetched.nextCursor();
        if (cursor == null) {
            next = null;
        } else if (cursors.add(cursor)) {
            next = after.apply(request, cursor);
        } else {
            throw new AcpException(method.name() + " gave the same cursor twice, after " + pages + " pages", null);
        }
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more pages of " + method.name());
        }
        return page.next();
    }
}
