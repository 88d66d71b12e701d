package io.acp4j.proxy;

import io.acp4j.proxy.internal.relay.ComponentRouter;
import io.acp4j.proxy.internal.relay.Hop;
import io.acp4j.proxy.internal.relay.Interceptors;
import io.acp4j.proxy.internal.relay.PairRouter;
import io.acp4j.proxy.internal.relay.Relay;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.Method;
import io.acp4j.schema.RequestMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A proxy between a client and an agent: everything passes as it is, whether this library knows it or not, but for what an
 * interceptor wants to see or change.
 *
 * <p>Of a frame only the envelope is looked at; its bytes go on, with another id. Ids of requests are mapped in both
 * directions, so those of the peers cannot collide, and {@code $/cancel_request} names at each hop the id that the request
 * has there. Messages keep their order, each way. A peer that does not read slows down the one that sends to it. What is no
 * message gets an error and does not pass. When one side ends, the other is closed; requests that it has not
 * responded to get error -32603 and {@code data.reason} {@code component_gone}.
 *
 * <p>One description can be put to work any number of times, {@linkplain #connect between two transports} or {@linkplain
 * #serve as a component} of a chain that a conductor holds. Immutable.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/proxy-chains">the proposal for proxy chains</a>
 * @since 0.1.0
 */
public final class AcpProxy {

    private final Interceptors interceptors;
    private final List<WireListener> clientListeners;
    private final List<WireListener> agentListeners;
    private final ProxyLimits limits;

    private AcpProxy(Builder builder) {
        this.interceptors = new Interceptors(builder.interceptors);
        this.clientListeners = List.copyOf(builder.clientListeners);
        this.agentListeners = List.copyOf(builder.agentListeners);
        this.limits = builder.limits;
    }

    /**
     * Starts the description of a proxy.
     *
     * @return a builder of a proxy that changes nothing
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Passes messages between a client and an agent, until one of them ends.
     *
     * <p>Who the client is goes no further by itself: an agent in this process learns it from {@link
     * io.acp4j.rpc.transport.InMemoryTransport#pair(String)}, and takes all clients for one otherwise.
     *
     * @param client an unused transport to the client, such as this process's own streams
     * @param agent an unused transport to the agent, such as a process that has been launched
     * @return the proxy at work
     */
    public ProxyConnection connect(Transport client, Transport agent) {
        Relay relay = new Relay(limits);
        Hop toClient = relay.addClient(Hop.CLIENT, client, clientListeners);
        Hop toAgent = relay.add("agent", agent, agentListeners);
        return relay.start(new PairRouter(toClient, toAgent), interceptors);
    }

    /**
     * Serves as a component of a proxy chain: what comes from the client's side goes on inside {@code proxy/successor}, and
     * what comes inside of it goes on to the client's side. Listeners of the client's side see everything; those of the
     * agent's side see nothing, as there is one transport only.
     *
     * @param conductor an unused transport to the conductor, such as this process's own streams
     * @return the proxy at work
     */
    public ProxyConnection serve(Transport conductor) {
        Relay relay = new Relay(limits);
        Hop hop = relay.addClient("conductor", conductor, clientListeners);
        return relay.start(new ComponentRouter(hop), interceptors);
    }

    /**
     * Describes a proxy. Interceptors of one method are asked in the order in which they were added, each being shown what
     * the one before has made of the message, until one ends it. Not safe for use by several threads at once.
     */
    public static final class Builder {

        private final Interceptors interceptors = new Interceptors();
        private final List<WireListener> clientListeners = new ArrayList<>();
        private final List<WireListener> agentListeners = new ArrayList<>();
        private ProxyLimits limits = ProxyLimits.defaults();

        private Builder() {}

        /**
         * Has calls from the client looked at.
         *
         * @param method the method, of the protocol or any other
         * @param interceptor asked about each request or notification of that method
         * @return this
         */
        public Builder fromClient(String method, CallInterceptor interceptor) {
            interceptors.put(Flow.TO_AGENT, method, Objects.requireNonNull(interceptor, "interceptor"));
            return this;
        }

        /**
         * Has calls from the client looked at.
         *
         * @param method the method
         * @param interceptor asked about each request or notification of that method
         * @return this
         */
        public Builder fromClient(Method<?> method, CallInterceptor interceptor) {
            return fromClient(method.name(), interceptor);
        }

        /**
         * Has calls from the agent looked at.
         *
         * @param method the method, of the protocol or any other
         * @param interceptor asked about each request or notification of that method
         * @return this
         */
        public Builder fromAgent(String method, CallInterceptor interceptor) {
            interceptors.put(Flow.TO_CLIENT, method, Objects.requireNonNull(interceptor, "interceptor"));
            return this;
        }

        /**
         * Has calls from the agent looked at.
         *
         * @param method the method
         * @param interceptor asked about each request or notification of that method
         * @return this
         */
        public Builder fromAgent(Method<?> method, CallInterceptor interceptor) {
            return fromAgent(method.name(), interceptor);
        }

        /**
         * Has the agent's results looked at.
         *
         * @param method the method that the client has called
         * @param interceptor asked about each result
         * @return this
         */
        public Builder resultsToClient(RequestMethod<?, ?> method, ResultInterceptor interceptor) {
            interceptors.put(Flow.TO_AGENT, method.name(), Objects.requireNonNull(interceptor, "interceptor"));
            return this;
        }

        /**
         * Has the client's results looked at.
         *
         * @param method the method that the agent has called
         * @param interceptor asked about each result
         * @return this
         */
        public Builder resultsToAgent(RequestMethod<?, ?> method, ResultInterceptor interceptor) {
            interceptors.put(Flow.TO_CLIENT, method.name(), Objects.requireNonNull(interceptor, "interceptor"));
            return this;
        }

        /**
         * Shows every frame of the client's connection as it is on the wire, for instance to a {@link
         * io.acp4j.rpc.record.WireRecorder}.
         *
         * @param listener inbound to it is what the client sends
         * @return this
         */
        public Builder clientListener(WireListener listener) {
            clientListeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /**
         * Shows every frame of the agent's connection as it is on the wire, for instance to a {@link
         * io.acp4j.rpc.record.WireRecorder}.
         *
         * @param listener inbound to it is what the agent sends
         * @return this
         */
        public Builder agentListener(WireListener listener) {
            agentListeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /**
         * Sets the limits.
         *
         * @param proxyLimits the limits
         * @return this
         */
        public Builder limits(ProxyLimits proxyLimits) {
            limits = Objects.requireNonNull(proxyLimits, "proxyLimits");
            return this;
        }

        /**
         * Makes the proxy.
         *
         * @return the proxy, not yet at work
         */
        public AcpProxy build() {
            return new AcpProxy(this);
        }
    }
}
