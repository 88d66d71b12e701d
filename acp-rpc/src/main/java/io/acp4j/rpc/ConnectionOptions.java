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
 * @since 0.1.0
 */
public final class ConnectionOptions {

    private static final Map<String, Duration> UNLIMITED = unlimited(
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
            "auth/login");

    private static final ConnectionOptions DEFAULTS = builder().build();

    private final int maxInboundRequests;
    private final int maxOutboundRequests;
    private final int maxQueuedInboundBytes;
    private final int maxOutboundMessageBytes;
    private final int maxDepth;
    private final int maxStringLength;
    private final Duration requestTimeout;
    private final Map<String, Duration> methodTimeouts;
    private final Duration sendTimeout;
    private final Duration drainTimeout;
    private final boolean eagerWaiting;
    private final List<WireListener> listeners;
    private final List<ConnectionObserver> observers;

    private ConnectionOptions(Builder builder) {
        maxInboundRequests = builder.maxInboundRequests;
        maxOutboundRequests = builder.maxOutboundRequests;
        maxQueuedInboundBytes = builder.maxQueuedInboundBytes;
        maxOutboundMessageBytes = builder.maxOutboundMessageBytes;
        maxDepth = builder.maxDepth;
        maxStringLength = builder.maxStringLength;
        requestTimeout = builder.requestTimeout;
        methodTimeouts = Map.copyOf(builder.methodTimeouts);
        sendTimeout = builder.sendTimeout;
        drainTimeout = builder.drainTimeout;
        eagerWaiting = builder.eagerWaiting;
        listeners = List.copyOf(builder.listeners);
        observers = List.copyOf(builder.observers);
        positive(maxInboundRequests, "maxInboundRequests");
        positive(maxOutboundRequests, "maxOutboundRequests");
        positive(maxQueuedInboundBytes, "maxQueuedInboundBytes");
        positive(maxOutboundMessageBytes, "maxOutboundMessageBytes");
        positive(maxDepth, "maxDepth");
        positive(maxStringLength, "maxStringLength");
        notNegative(requestTimeout, "requestTimeout");
        notNegative(sendTimeout, "sendTimeout");
        notNegative(drainTimeout, "drainTimeout");
        methodTimeouts.forEach((method, timeout) -> notNegative(timeout, method));
    }

    /** {@return the documented defaults} */
    public static ConnectionOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder that holds the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * {@return the maximum number of requests of the peer without a response; positive} A further request gets an error response. Default
     * 1024.
     */
    public int maxInboundRequests() {
        return maxInboundRequests;
    }

    /**
     * {@return the maximum number of requests to the peer without a response; positive} A further caller waits until one of them ends.
     * Default 1024.
     */
    public int maxOutboundRequests() {
        return maxOutboundRequests;
    }

    /**
     * {@return the size of the messages that may wait for their handlers before reading pauses, in bytes; positive} Each message counts its
     * own bytes and 256 more. Default 4 MiB.
     *
     * <p>While handlers seem to wait for the peer themselves, reading continues up to four times this size. If that is not enough for five
     * seconds, the requests that they wait for are cancelled.
     */
    public int maxQueuedInboundBytes() {
        return maxQueuedInboundBytes;
    }

    /**
     * {@return the maximum size of a message to the peer, in bytes; positive} A larger message is not sent, and fails with {@link
     * MessageTooLargeException}. If the peer reports a smaller limit in an error, that limit applies from then on. Default 64 MiB.
     */
    public int maxOutboundMessageBytes() {
        return maxOutboundMessageBytes;
    }

    /** {@return the maximum nesting of JSON objects and arrays; positive} Default 256. */
    public int maxDepth() {
        return maxDepth;
    }

    /** {@return the maximum length of one JSON string, in characters; positive} Default 64 Mi. */
    public int maxStringLength() {
        return maxStringLength;
    }

    /**
     * {@return the maximum wait for a response unless the method has a separate timeout; zero waits without limit} It also limits the wait
     * after an error with the ID null that may refer to a request: see {@link Connection}. Default 60 s.
     *
     * <p>The time limit of a client's request is suspended while a related request of the agent that may wait for a person has no response,
     * and starts again after it. Such requests are {@code session/request_permission}, {@code elicitation/create}, {@code
     * fs/read_text_file}, {@code fs/write_text_file}, {@code terminal/create} and extension methods. Two requests are related if they are
     * about the same session, or if the agent's request has no session. A client's request without a session is also related to a request
     * about a session that the client has neither named nor opened before. A timeout that is passed with a request is not suspended.
     *
     * <p>An agent's extension requests have no time limit unless their method has a separate timeout, because a client may forward them to
     * a person.
     */
    public Duration requestTimeout() {
        return requestTimeout;
    }

    /**
     * {@return the timeouts by method name; zero waits without limit; immutable} By default methods that may wait for a model, a
     * user or a long history have no timeout: {@code session/prompt}, {@code session/load}, {@code session/resume}, {@code
     * session/request_permission}, {@code elicitation/create}, {@code fs/read_text_file}, {@code fs/write_text_file}, {@code
     * terminal/create}, {@code terminal/wait_for_exit}, {@code mcp/message}, {@code authenticate} and {@code auth/login}. Such a wait ends
     * with its turn, if any, or with the connection.
     */
    public Map<String, Duration> methodTimeouts() {
        return methodTimeouts;
    }

    /**
     * {@return the maximum wait to send a notification, or a request without a timeout, while the peer does not read; zero waits without
     * limit} A request's own timeout includes the wait to send it. A response waits until the connection ends. Default 5 min.
     */
    public Duration sendTimeout() {
        return sendTimeout;
    }

    /**
     * {@return the time that received requests may still run after the peer has stopped sending} Then they are cancelled. Default 60 s.
     */
    public Duration drainTimeout() {
        return drainTimeout;
    }

    /**
     * {@return whether a thread that waits for a response polls for it before it sleeps} After a response within 0.3 ms, a thread polls for
     * at most that time, and yields its processor. In a JVM at most half as many threads as processors poll at once, and none while polling
     * has lately cost more than it gained. Polling shortens round trips on machines with a spare processor; without it a waiting thread
     * uses no processor time. Default true.
     */
    public boolean eagerWaiting() {
        return eagerWaiting;
    }

    /** {@return the listeners to every frame in both directions, in order; immutable} */
    public List<WireListener> listeners() {
        return listeners;
    }

    /** {@return the observers of the connection, for metrics and tracing; immutable} */
    public List<ConnectionObserver> observers() {
        return observers;
    }

    /**
     * Returns the maximum wait for a response to a request of one method.
     *
     * @param method the name of the method
     * @return the timeout; zero waits without limit
     */
    public Duration timeoutOf(String method) {
        return methodTimeouts.getOrDefault(method, requestTimeout);
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

    /** Collects the values of {@link ConnectionOptions}; for use by one thread. */
    public static final class Builder {

        private int maxInboundRequests = 1024;
        private int maxOutboundRequests = 1024;
        private int maxQueuedInboundBytes = 4 * 1024 * 1024;
        private int maxOutboundMessageBytes = 64 * 1024 * 1024;
        private int maxDepth = 256;
        private int maxStringLength = 64 * 1024 * 1024;
        private Duration requestTimeout = Duration.ofSeconds(60);
        private final Map<String, Duration> methodTimeouts = new HashMap<>(UNLIMITED);
        private Duration sendTimeout = Duration.ofMinutes(5);
        private Duration drainTimeout = Duration.ofSeconds(60);
        private boolean eagerWaiting = true;
        private final List<WireListener> listeners = new ArrayList<>();
        private final List<ConnectionObserver> observers = new ArrayList<>();

        private Builder() {}

        private Builder(ConnectionOptions from) {
            maxInboundRequests = from.maxInboundRequests;
            maxOutboundRequests = from.maxOutboundRequests;
            maxQueuedInboundBytes = from.maxQueuedInboundBytes;
            maxOutboundMessageBytes = from.maxOutboundMessageBytes;
            maxDepth = from.maxDepth;
            maxStringLength = from.maxStringLength;
            requestTimeout = from.requestTimeout;
            methodTimeouts.putAll(from.methodTimeouts);
            sendTimeout = from.sendTimeout;
            drainTimeout = from.drainTimeout;
            eagerWaiting = from.eagerWaiting;
            listeners.addAll(from.listeners);
            observers.addAll(from.observers);
        }

        /**
         * Sets {@link ConnectionOptions#maxInboundRequests()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxInboundRequests(int value) {
            maxInboundRequests = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#maxOutboundRequests()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxOutboundRequests(int value) {
            maxOutboundRequests = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#maxQueuedInboundBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxQueuedInboundBytes(int value) {
            maxQueuedInboundBytes = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#maxOutboundMessageBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxOutboundMessageBytes(int value) {
            maxOutboundMessageBytes = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#maxDepth()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxDepth(int value) {
            maxDepth = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#maxStringLength()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxStringLength(int value) {
            maxStringLength = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#requestTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder requestTimeout(Duration value) {
            requestTimeout = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#sendTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder sendTimeout(Duration value) {
            sendTimeout = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#drainTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder drainTimeout(Duration value) {
            drainTimeout = value;
            return this;
        }

        /**
         * Sets {@link ConnectionOptions#eagerWaiting()}.
         *
         * @param value the value
         * @return this
         */
        public Builder eagerWaiting(boolean value) {
            eagerWaiting = value;
            return this;
        }

        /**
         * Sets the timeout of one method.
         *
         * @param method the name of the method
         * @param timeout the timeout, not negative; zero waits without limit
         * @return this
         */
        public Builder requestTimeout(String method, Duration timeout) {
            methodTimeouts.put(method, timeout);
            return this;
        }

        /**
         * Adds a listener to every frame in both directions.
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
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a limit is not positive or a timeout is negative
         */
        public ConnectionOptions build() {
            return new ConnectionOptions(this);
        }
    }
}
