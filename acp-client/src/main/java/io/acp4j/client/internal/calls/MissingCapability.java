package io.acp4j.client.internal.calls;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Capability;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.WireVersion;

/** What an agent has not advertised, named as the version of its connection has it. */
public final class MissingCapability {

    private MissingCapability() {}

    /** Returns the exception for something that needs a capability. */
    public static UnsupportedCapabilityException of(String what, Capability<?> needed, InitializeResponse agent) {
        return new UnsupportedCapabilityException(what, path(needed, agent));
    }

    /** Returns where a capability would stand in what an agent has said of itself. */
    public static String path(Capability<?> needed, InitializeResponse agent) {
        return needed.at(version(agent)).path();
    }

    /** Returns how values look on the connection to an agent. */
    public static WireVersion version(InitializeResponse agent) {
        return agent.protocolVersion().equals(ProtocolVersion.V1) ? WireVersion.V1 : WireVersion.V2;
    }
}
