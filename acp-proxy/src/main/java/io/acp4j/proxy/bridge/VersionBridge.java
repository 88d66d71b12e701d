package io.acp4j.proxy.bridge;

import io.acp4j.proxy.ProxyConnection;
import io.acp4j.proxy.internal.bridge.BridgeConnection;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.Unstable;
import java.util.Objects;

/**
 * Puts an agent behind a client that speaks another version of the protocol.
 *
 * <p>Which versions they speak is found out when the connection opens: the agent is asked in the client's version, and once more in
 * the other one if it refuses that. Peers of one version are passed on to each other unchanged, so a bridge does no harm where none is
 * needed. Otherwise it translates: turns become states and states turns, modes become options, tool calls are assembled, prompts that
 * come too early are held.
 *
 * <p>Traffic never makes it fail, and members that it does not know pass. What the other side cannot be told is listed in {@code
 * _meta["acp4j/bridge"].lost}, in the words of {@link BridgeLoss}, with the next message about the same session. All that it
 * remembers is limited by {@link BridgeLimits}. When the agent goes, open prompts get error -32603 with {@code data.reason} {@code
 * component_gone}, or, in the newer version, end with a state that says so; then the client's connection is closed.
 *
 * <p>One description can be put to work any number of times. Immutable.
 *
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public final class VersionBridge {

    private final BridgeSettings settings;

    private VersionBridge(BridgeSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns a bridge with the defaults.
     *
     * @return a bridge, not yet at work
     */
    public static VersionBridge create() {
        return builder().build();
    }

    /**
     * Starts the description of a bridge.
     *
     * @return a builder with the defaults
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Stands between a client and an agent, until one of them ends: as a process of its own between standard streams and an agent that
     * it has launched, or in front of an agent in this process, which learns who the client is from {@link
     * InMemoryTransport#pair(String)}.
     *
     * @param client an unused transport to the client, such as this process's own streams
     * @param agent an unused transport to the agent, such as a process that has been launched
     * @return the bridge at work
     */
    public ProxyConnection connect(Transport client, Transport agent) {
        return BridgeConnection.start(
                settings, Objects.requireNonNull(client, "client"), Objects.requireNonNull(agent, "agent"));
    }

    /**
     * Returns what a client in this process connects to instead of the agent itself.
     *
     * @param agent an unused transport to the agent
     * @return an unused transport; the agent's is closed with it
     */
    public Transport inFrontOf(Transport agent) {
        InMemoryTransport.Pair pair = InMemoryTransport.pairInFrontOf(agent);
        ProxyConnection unused = connect(pair.agent(), agent);
        return pair.client();
    }

    /** Describes a bridge. Not safe for use by several threads at once. */
    public static final class Builder {

        private BridgeLimits limits = BridgeLimits.defaults();
        private String agentName = "unknown";
        private boolean echoPrompts;
        private boolean showCorrections;
        private boolean refuseOverlaps;

        private Builder() {}

        /**
         * Sets the limits.
         *
         * @param bridgeLimits the limits
         * @return this
         */
        public Builder limits(BridgeLimits bridgeLimits) {
            limits = Objects.requireNonNull(bridgeLimits, "bridgeLimits");
            return this;
        }

        /**
         * Names an agent of the older version that does not name itself. Default {@code unknown}.
         *
         * @param name the name that the client is told
         * @return this
         */
        public Builder agentName(String name) {
            agentName = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets whether a client of the older version gets its own prompts back as chunks of the user's message, with their ids. Many
         * such clients would show them twice. Default false.
         *
         * @param echo whether prompts are sent back
         * @return this
         */
        public Builder echoPrompts(boolean echo) {
            echoPrompts = echo;
            return this;
        }

        /**
         * Sets whether a client of the older version gets a message that the agent has replaced once more, as a new message. Otherwise
         * it keeps the first text, and the loss is told. Default false.
         *
         * @param show whether the new text is sent
         * @return this
         */
        public Builder showCorrections(boolean show) {
            showCorrections = show;
            return this;
        }

        /**
         * Sets whether a second prompt of a session is refused with error -32600 while a client of the older version waits for one;
         * otherwise it is held. Default false.
         *
         * @param refuse whether it is refused
         * @return this
         */
        public Builder refuseOverlappingPrompts(boolean refuse) {
            refuseOverlaps = refuse;
            return this;
        }

        /**
         * Makes the bridge.
         *
         * @return the bridge, not yet at work
         */
        public VersionBridge build() {
            return new VersionBridge(
                    new BridgeSettings(limits, agentName, echoPrompts, showCorrections, refuseOverlaps));
        }
    }
}
