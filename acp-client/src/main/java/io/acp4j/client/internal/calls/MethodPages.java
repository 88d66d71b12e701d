package io.acp4j.client.internal.calls;

import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.Capability;
import io.acp4j.schema.RequestMethod;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pages that a method gives, up to a limit; no cursor may come twice. */
public final class MethodPages<P, R, E> extends Pages<P, E> {

    private final AcpClient client;
    private final RequestMethod<P, R> method;
    private final Reading<P, R, E> reading;
    private final int maxPages;
    private final Set<String> cursors = new HashSet<>();
    private int pages;

    private MethodPages(AcpClient client, RequestMethod<P, R> method, P first, Reading<P, R, E> reading, int maxPages) {
        super(first);
        this.client = client;
        this.method = method;
        this.reading = reading;
        this.maxPages = maxPages;
    }

    /**
     * How the pages of a method are read.
     *
     * @param after makes the request for the page at a cursor
     * @param entries gives what a page holds
     * @param nextCursor gives the cursor of the next page; null for none
     */
    public record Reading<P, R, E>(
            BiFunction<P, String, P> after, Function<R, List<E>> entries, Function<R, @Nullable String> nextCursor) {}

    /** Returns all entries; a method that the agent does not have is refused at once, not when the stream is used. */
    public static <P, R, E> Stream<E> stream(
            AcpClient client, RequestMethod<P, R> method, P first, Reading<P, R, E> reading, int maxPages) {
        Capability<?> needed = method.capability();
        if (needed != null && !needed.in(client.agentCapabilities())) {
            throw MissingCapability.of(method.name(), needed, client.initializeResponse());
        }
        return new MethodPages<>(client, method, first, reading, maxPages).stream();
    }

    @Override
    protected Page<P, E> fetch(P request) {
        if (pages == maxPages) {
            throw new AcpException(method.name() + " has more than " + maxPages + " pages", null);
        }
        pages++;
        R page = client.request(method, request);
        String cursor = reading.nextCursor().apply(page);
        if (cursor != null && !cursors.add(cursor)) {
            throw new AcpException(method.name() + " gave the same cursor twice, after " + pages + " pages", null);
        }
        return new Page<>(
                reading.entries().apply(page),
                cursor == null ? null : reading.after().apply(request, cursor));
    }
}
