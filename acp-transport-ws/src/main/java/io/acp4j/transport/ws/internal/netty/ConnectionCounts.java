package io.acp4j.transport.ws.internal.netty;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts connections, in all and by remote address. */
public final class ConnectionCounts {

    /** How many connections beyond the limit may be there for as long as it takes to refuse them. */
    private static final int BEING_REFUSED = 64;

    private final int limit;
    private final int limitPerAddress;
    private final AtomicInteger all = new AtomicInteger();
    private final Map<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

    public ConnectionCounts(int limit, int limitPerAddress) {
        this.limit = limit;
        this.limitPerAddress = limitPerAddress;
    }

    /** Counts a socket in; false when there are too many even to respond. */
    public boolean enter(InetAddress address) {
        int now = all.incrementAndGet();
        int here = isLimited(address) ? byAddress.merge(address, 1, Integer::sum) : 0;
        return now - limit <= BEING_REFUSED && here - limitPerAddress <= BEING_REFUSED;
    }

    /** Counts a socket out. */
    public void leave(InetAddress address) {
        all.decrementAndGet();
        if (isLimited(address)) {
            byAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    private static boolean isLimited(InetAddress address) {
        return !address.isLoopbackAddress();
    }

    public int all() {
        return all.get();
    }

    /** Returns why no more WebSockets may be opened; null when some may. */
    @Nullable
    public Refusal refusal(InetAddress address) {
        if (all.get() > limit) {
            return Refusal.of(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    "there are too many connections; try again later",
                    HttpHeaderNames.RETRY_AFTER,
                    "10");
        }
        if (byAddress.getOrDefault(address, 0) > limitPerAddress) {
            return Refusal.of(
                    HttpResponseStatus.TOO_MANY_REQUESTS,
                    "there are too many connections from this address; close some",
                    HttpHeaderNames.RETRY_AFTER,
                    "10");
        }
        return null;
    }
}
