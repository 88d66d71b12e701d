package io.acp4j.proxy;

import io.acp4j.proxy.internal.relay.ChainRouter;
import io.acp4j.proxy.internal.relay.Hop;
import io.acp4j.proxy.internal.relay.Interceptors;
import io.acp4j.proxy.internal.relay.Relay;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.Unstable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a chain of proxies, with an agent at its end, look like one agent.
 *
 * <p>The components do not know one another: each is connected to the conductor, which delivers to a proxy what comes from its
 * successor inside {@code proxy/successor}, and hands on what the proxy sends inside of it. Proxies are opened with {@code
 * proxy/initialize}, the agent with {@code initialize}. Without an agent the chain is itself a component of another one, and
 * expects {@code proxy/initialize}.
 *
 * <p>Messages pass as they do in {@link AcpProxy}. {@code $/cancel_request} acts on one hop, and is sent on by the id of the
 * next. When a component or the client ends, the whole chain is closed; requests that a component has not responded to
 * get error -32603 and {@code data.reason} {@code component_gone}. A conductor is used once and not safe for use by
 * several threads at once; the connection that it gives is.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/proxy-chains">the proposal for proxy chains</a>
 * @since 0.1.0
 */
@Unstable("proxy-chains")
public final class Conductor {

    private final List<Transport> proxies = new ArrayList<>();
    private @Nullable Transport agent;
    private ProxyLimits limits = ProxyLimits.defaults();

    private Conductor() {}

    /**
     * Starts an empty chain.
     *
     * @return a conductor without components
     */
    public static Conductor create() {
        return new Conductor();
    }

    /**
     * Adds a proxy behind those that are there.
     *
     * @param transport an unused transport to it
     * @return this
     */
    public Conductor proxy(Transport transport) {
        proxies.add(Objects.requireNonNull(transport, "transport"));
        return this;
    }

    /**
     * Sets the agent at the end of the chain. One in this process learns who the client is from {@link
     * io.acp4j.rpc.transport.InMemoryTransport#pair(String)}.
     *
     * @param transport an unused transport to it
     * @return this
     */
    public Conductor agent(Transport transport) {
        agent = Objects.requireNonNull(transport, "transport");
        return this;
    }

    /**
     * Sets the limits.
     *
     * @param chainLimits the limits, for each component alike
     * @return this
     */
    public Conductor limits(ProxyLimits chainLimits) {
        limits = Objects.requireNonNull(chainLimits, "chainLimits");
        return this;
    }

    /**
     * Serves a client, or as a component where there is no agent, until one of all ends.
     *
     * @param client an unused transport to the client, or to the conductor of the chain around this one
     * @return the chain at work
     * @throws IllegalStateException when the chain has no components
     */
    public ProxyConnection serve(Transport client) {
        Transport last = agent;
        if (proxies.isEmpty() && last == null) {
            throw new IllegalStateException("the chain needs a proxy or an agent");
        }
        Relay relay = new Relay(limits);
        Hop outside = relay.addClient(last == null ? "conductor" : Hop.CLIENT, client, List.of());
        List<Hop> components = new ArrayList<>();
        for (Transport proxy : proxies) {
            components.add(relay.add("proxy " + (components.size() + 1), proxy, List.of()));
        }
        if (last != null) {
            components.add(relay.add("agent", last, List.of()));
        }
        return relay.start(new ChainRouter(outside, List.copyOf(components), last == null), new Interceptors());
    }
}
