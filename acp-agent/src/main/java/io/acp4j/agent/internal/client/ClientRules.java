package io.acp4j.agent.internal.client;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Method;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.update.SessionUpdate;
import org.jspecify.annotations.Nullable;

/** How one version of the protocol wants calls to the client. */
public interface ClientRules {

    /** Returns whether the version has a method. */
    boolean has(Method<?> method);

    /** Returns the version as the names of methods and capabilities go. */
    WireVersion version();

    /** Returns an update as the version has it; refuses one that it does not have. */
    SessionUpdate update(SessionUpdate update);

    /** Returns an update of the past as the version has it; null when it has none. */
    @Nullable
    SessionUpdate shown(SessionUpdate update);

    /** Returns a request for permission with what the version requires. */
    RequestPermissionRequest permission(RequestPermissionRequest request);

    /** Returns how long a client may take to respond to a request for permission that was cancelled with the work around it. */
    long permissionGraceMillis();

    /** The exception for what the version of a connection does not have. */
    static UnsupportedCapabilityException missing(String what, int needed) {
        return new UnsupportedCapabilityException(what, "protocolVersion " + needed);
    }
}
