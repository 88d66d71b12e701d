package io.acp4j.tck.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a client under test sends over HTTP, in order, and what a scenario wants done with it. Rules are set before the client is
 * started. Of a client that sends without end the first requests are kept. Safe for use by any number of threads.
 */
public final class ClientTraffic {

    /** How many requests are kept. */
    private static final int MOST = 10_000;

    private static final ServedStreams NONE = new ServedStreams() {
        @Override
        public String elsewhere() {
            throw new IllegalStateException("The client does not speak HTTP");
        }

        @Override
        public void end(String session) {
            throw new IllegalStateException("The client does not speak HTTP");
        }

        @Override
        public CompletableFuture<Boolean> flood(String session, long bytes) {
            throw new IllegalStateException("The client does not speak HTTP");
        }
    };

    private final List<ClientRequest> requests = new ArrayList<>();
    private Function<ClientRequest, @Nullable Treatment> rule = request -> null;
    private Function<byte[], List<byte[]>> format = EventFormat::plain;
    private byte[] preface = new byte[0];
    private boolean loadsOnConnection;
    private volatile ServedStreams streams = NONE;

    /**
     * What the server does with a request in place of what it usually does.
     *
     * @param status the status of the response; 0 for the usual one
     * @param headers headers of the response, beside the usual ones
     * @param until what the response waits for
     */
    public record Treatment(int status, Map<String, String> headers, CompletableFuture<?> until) {

        /** Responds with a status. */
        public static Treatment status(int status) {
            return new Treatment(status, Map.of(), CompletableFuture.completedFuture(null));
        }

        /** Responds as usual, with a header more. */
        public static Treatment header(String name, String value) {
            return status(0).with(name, value);
        }

        /** Takes the message, and responds when something is complete. */
        public static Treatment held(CompletableFuture<?> until) {
            return new Treatment(0, Map.of(), until);
        }

        /** Returns the same with a header. */
        public Treatment with(String name, String value) {
            return new Treatment(status, Map.of(name, value), until);
        }
    }

    /** Decides what is done with requests in place of what is usual; null leaves one as it is. */
    public synchronized ClientTraffic rule(Function<ClientRequest, @Nullable Treatment> decision) {
        rule = decision;
        return this;
    }

    /** Decides with which bytes each stream of events begins. */
    public synchronized ClientTraffic preface(byte[] bytes) {
        preface = bytes.clone();
        return this;
    }

    /** Decides how messages are written as events from now on, and in which pieces. */
    public synchronized void format(Function<byte[], List<byte[]>> how) {
        format = how;
    }

    /** Decides on which stream the response to the loading of a session comes: that of the connection, or that of the session. */
    public synchronized void loadsOnConnection(boolean loads) {
        loadsOnConnection = loads;
    }

    // The server's side

    /** Says who serves the client. */
    public void served(ServedStreams by) {
        streams = by;
    }

    /** Notes a request. */
    public synchronized ClientRequest record(
            String method, Map<String, String> headers, JsonNode message, boolean elsewhere) {
        ClientRequest request = new ClientRequest(requests.size(), method, headers, message, elsewhere);
        if (requests.size() < MOST) {
            requests.add(request);
            notifyAll();
        }
        return request;
    }

    /** Returns what is done with a request; null for what is usual. */
    public @Nullable Treatment treatment(ClientRequest request) {
        Function<ClientRequest, @Nullable Treatment> decision;
        synchronized (this) {
            decision = rule;
        }
        return decision.apply(request);
    }

    /** Returns the event that a message becomes, in the pieces in which it is written. */
    public synchronized List<byte[]> event(byte[] message) {
        return format.apply(message);
    }

    /** Returns the bytes with which each stream begins. */
    public synchronized byte[] preface() {
        return preface.clone();
    }

    public synchronized boolean loadsOnConnection() {
        return loadsOnConnection;
    }

    // The scenario's side

    /** Returns the streams of the client. */
    public ServedStreams streams() {
        return streams;
    }

    /** Returns what the client has sent so far. */
    public synchronized List<ClientRequest> requests() {
        return List.copyOf(requests);
    }

    /** Returns the first request that is looked for; null when there is none yet. */
    public synchronized @Nullable ClientRequest first(Predicate<ClientRequest> wanted) {
        return requests.stream().filter(wanted).findFirst().orElse(null);
    }

    /** Waits for a request; null when none has come in time. */
    public synchronized @Nullable ClientRequest await(Predicate<ClientRequest> wanted, Duration limit)
            throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        ClientRequest found = first(wanted);
        while (found == null) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            wait(left / 1_000_000 + 1);
            found = first(wanted);
        }
        return found;
    }

    /** Returns the name of a header as it is kept. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
