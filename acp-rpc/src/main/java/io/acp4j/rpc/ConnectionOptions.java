package io.acp4j.rpc;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The limits, timeouts, listeners and observers of a connection. Immutable.
 *
 * @param maxInboundRequests how many requests of the peer may be unanswered at once; the next one gets an error response.
 *     Default 1024
 * @param maxOutboundRequests how many requests to the peer may be unanswered at once; a caller waits for one of them to
 *     end. Default 1024
 * @param maxQueuedInboundBytes how many bytes of messages may wait for their handlers before reading pauses; each message
 *     counts its own bytes and 256 more. While handlers seem to wait for the peer themselves, reading goes on up to four
 *     times as many; when that is not enough for five seconds, the requests that they wait for are cancelled. Default 4 MiB
 * @param maxOutboundMessageBytes the maximum size of a message to the peer, in bytes; a larger message is not sent, and fails with {@link
 *     MessageTooLargeException}. If the peer reports a smaller limit in an error, that limit applies from then on. Default 64 MiB
 * @param maxDepth how deep JSON objects and arrays may nest. Default 256
 * @param maxStringLength how long one JSON string may be, in characters. Default 64 Mi
 * @param requestTimeout the maximum wait for a response unless the method has a separate timeout; zero waits without limit. It
 *     also limits the wait after an error with the ID null that may refer to a request: see {@link Connection}. Default 60 s.
 *     The time limit of a client's request is suspended while a related request of the agent that may wait for a person has no response,
 *     and starts again after it. Such requests are {@code session/request_permission}, {@code elicitation/create}, {@code
 *     fs/read_text_file}, {@code fs/write_text_file}, {@code terminal/create} and extension methods. Two requests are related if they are
 *     about the same session, or if the agent's request has no session. A client's request without a session is also related to a request
 *     about a session that the client has neither named nor opened before. An agent's extension requests have no time limit unless their
 *     method has a separate timeout, because a client may forward them to a person. A timeout that is passed with a request is not suspended
 * @param methodTimeouts timeouts by method name; zero waits without limit. By default methods that may wait for a model, a user or a long
 *     history have no timeout: {@code session/prompt}, {@code session/load}, {@code session/resume}, {@code session/request_permission},
 *     {@code elicitation/create}, {@code fs/read_text_file}, {@code fs/write_text_file}, {@code terminal/create}, {@code
 *     terminal/wait_for_exit}, {@code mcp/message}, {@code authenticate} and {@code auth/login}. Such a wait ends with its turn, if any, or
 *     with the connection
 * @param sendTimeout how long a notification, or a request without a timeout, waits to be sent while the peer does not read;
 *     zero waits without limit. A request's own timeout covers the wait to send it, too; a response waits until the connection
 *     ends. Default 5 min
 * @param drainTimeout how long requests already received may still take when the peer has stopped sending; then they are
 *     cancelled. Default 60 s
 * @param eagerWaiting whether a thread that waits for a response, after one that came within 0.3 ms, watches for it for as long
 *     at most, yielding its processor, before it sleeps. In a JVM half as many threads as there are processors may watch at once,
 *     and none while that has lately cost more than it gained. Shortens round trips on machines that have a processor to spare;
 *     without it a waiting thread takes no processor time. Default true
 * @param listeners see every frame both ways, in order
 * @param observers observe the connection, for metrics and tracing
 * @since 0.1.0
 */
public record ConnectionOptions(
        int maxInboundRequests,
        int maxOutboundRequests,
        int maxQueuedInboundBytes,
        int maxOutboundMessageBytes,
        int maxDepth,
        int maxStringLength,
        Duration requestTimeout,
        Map<String, Duration> methodTimeouts,
        Duration sendTimeout,
        Duration drainTimeout,
        boolean eagerWaiting,
        List<WireListener> listeners,
        List<ConnectionObserver> observers) {

    private static final ConnectionOptions DEFAULTS = new ConnectionOptions(
            1024,
            1024,
            4 * 1024 * 1024,
            64 * 1024 * 1024,
            256,
            64 * 1024 * 1024,
            Duration.ofSeconds(60),
            unlimited(
                    "session/prompt",
                    "session/load",
                    "session/resume",
                    "session/request_permission",
                    "elicitation/create",
                    "fs/read_text_file",
                    "fs/write_text_file",
                    "terminal/create",
                    "terminal/wait_for_exit",
                    "mcp/message",
                    "authenticate",
                    "auth/login"),
            Duration.ofMinutes(5),
            Duration.ofSeconds(60),
            true,
            List.of(),
            List.of());

    /** Checks the limits and copies the collections. */
    public ConnectionOptions {
        positive(maxInboundRequests, "maxInboundRequests");
        positive(maxOutboundRequests, "maxOutboundRequests");
        positive(maxQueuedInboundBytes, "maxQueuedInboundBytes");
        positive(maxOutboundMessageBytes, "maxOutboundMessageBytes");
        positive(maxDepth, "maxDepth");
        positive(maxStringLength, "maxStringLength");
        notNegative(requestTimeout, "requestTimeout");
        notNegative(sendTimeout, "sendTimeout");
        notNegative(drainTimeout, "drainTimeout");
        methodTimeouts = Map.copyOf(methodTimeouts);
        for (Map.Entry<String, Duration> each : methodTimeouts.entrySet()) {
            notNegative(each.getValue(), each.getKey());
        }
        listeners = List.copyOf(listeners);
        observers = List.copyOf(observers);
    }

    /**
     * Returns the defaults.
     *
     * @return the documented defaults
     */
    public static ConnectionOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns how long to wait for a response.
     *
     * @param method the name of the method
     * @return the timeout; zero means without limit
     */
    public Duration timeoutOf(String method) {
        return methodTimeouts.getOrDefault(method, requestTimeout);
    }

    /**
     * Starts a copy with changes.
     *
     * @return a builder that holds these options
     */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder that holds the defaults
     */
    public static Builder builder() {
        return DEFAULTS.toBuilder();
    }

    private static Map<String, Duration> unlimited(String... methods) {
        Map<String, Duration> timeouts = new HashMap<>();
        for (String method : methods) {
            timeouts.put(method, Duration.ZERO);
        }
        return timeouts;
    }

    private static void notNegative(Duration value, String name) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(
                    "the time-out " + name + " must not be negative, not " + DurationText.of(value));
        }
    }

    private static void positive(int value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }

    /** Collects changes to options; see {@link ConnectionOptions} for what each means. */
    public static final class Builder {

        private int maxInboundRequests;
        private int maxOutboundRequests;
        private int maxQueuedInboundBytes;
        private int maxOutboundMessageBytes;
        private int maxDepth;
        private int maxStringLength;
        private Duration requestTimeout;
        private final Map<String, Duration> methodTimeouts;
        private Duration sendTimeout;
        private Duration drainTimeout;
        private boolean eagerWaiting;
        private final List<WireListener> listeners;
        private final List<ConnectionObserver> observers;

        private Builder(ConnectionOptions from) {
            maxInboundRequests = from.maxInboundRequests;
            maxOutboundRequests = from.maxOutboundRequests;
            maxQueuedInboundBytes = from.maxQueuedInboundBytes;
            maxOutboundMessageBytes = from.maxOutboundMessageBytes;
            maxDepth = from.maxDepth;
            maxStringLength = from.maxStringLength;
            requestTimeout = from.requestTimeout;
            methodTimeouts = new HashMap<>(from.methodTimeouts);
            sendTimeout = from.sendTimeout;
            drainTimeout = from.drainTimeout;
            eagerWaiting = from.eagerWaiting;
            listeners = new ArrayList<>(from.listeners);
            observers = new ArrayList<>(from.observers);
        }

        /**
         * Sets how many requests of the peer may be unanswered at once.
         *
         * @param requests the limit
         * @return this
         */
        public Builder maxInboundRequests(int requests) {
            maxInboundRequests = requests;
            return this;
        }

        /**
         * Sets how many requests to the peer may be unanswered at once.
         *
         * @param requests the limit
         * @return this
         */
        public Builder maxOutboundRequests(int requests) {
            maxOutboundRequests = requests;
            return this;
        }

        /**
         * Sets how many bytes of messages may wait for their handlers before reading pauses.
         *
         * @param bytes the limit
         * @return this
         */
        public Builder maxQueuedInboundBytes(int bytes) {
            maxQueuedInboundBytes = bytes;
            return this;
        }

        /**
         * Sets the maximum size of a message to the peer.
         *
         * @param bytes the limit
         * @return this
         */
        public Builder maxOutboundMessageBytes(int bytes) {
            maxOutboundMessageBytes = bytes;
            return this;
        }

        /**
         * Sets how deep JSON may nest.
         *
         * @param depth the limit
         * @return this
         */
        public Builder maxDepth(int depth) {
            maxDepth = depth;
            return this;
        }

        /**
         * Sets how long one JSON string may be.
         *
         * @param characters the limit
         * @return this
         */
        public Builder maxStringLength(int characters) {
            maxStringLength = characters;
            return this;
        }

        /**
         * Sets how long callers wait for a response.
         *
         * @param timeout the timeout; zero waits without limit
         * @return this
         */
        public Builder requestTimeout(Duration timeout) {
            requestTimeout = timeout;
            return this;
        }

        /**
         * Sets how long callers of one method wait for a response.
         *
         * @param method the name of the method
         * @param timeout the timeout; zero waits without limit
         * @return this
         */
        public Builder requestTimeout(String method, Duration timeout) {
            methodTimeouts.put(method, timeout);
            return this;
        }

        /**
         * Sets how long a notification, or a request without a timeout, waits to be sent while the peer does not read.
         *
         * @param timeout the timeout; zero waits without limit
         * @return this
         */
        public Builder sendTimeout(Duration timeout) {
            sendTimeout = timeout;
            return this;
        }

        /**
         * Sets how long received requests may still take when the peer has stopped sending.
         *
         * @param timeout the timeout
         * @return this
         */
        public Builder drainTimeout(Duration timeout) {
            drainTimeout = timeout;
            return this;
        }

        /**
         * Sets whether threads that wait for responses watch for those that come at once.
         *
         * @param eager whether they do
         * @return this
         */
        public Builder eagerWaiting(boolean eager) {
            eagerWaiting = eager;
            return this;
        }

        /**
         * Adds somebody who sees every frame.
         *
         * @param listener the listener
         * @return this
         */
        public Builder listener(WireListener listener) {
            listeners.add(listener);
            return this;
        }

        /**
         * Adds an observer of the connection, for metrics or tracing.
         *
         * @param observer the observer
         * @return this
         */
        public Builder observer(ConnectionObserver observer) {
            observers.add(observer);
            return this;
        }

        /**
         * Makes the options.
         *
         * @return the options
         * @throws IllegalArgumentException when a limit is not positive or a timeout is negative
         */
        public ConnectionOptions build() {
            return new ConnectionOptions(
                    maxInboundRequests,
                    maxOutboundRequests,
                    maxQueuedInboundBytes,
                    maxOutboundMessageBytes,
                    maxDepth,
                    maxStringLength,
                    requestTimeout,
                    methodTimeouts,
                    sendTimeout,
                    drainTimeout,
                    eagerWaiting,
                    listeners,
                    observers);
        }
    }
}
