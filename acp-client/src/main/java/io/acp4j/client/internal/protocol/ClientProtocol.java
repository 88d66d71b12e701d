package io.acp4j.client.internal.protocol;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Capability;
import io.acp4j.schema.Method;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A version of the protocol as a client speaks it, chosen once for a connection. Immutable. */
public interface ClientProtocol {

    /** Returns the version. */
    ProtocolVersion version();

    /** Returns how messages are written. */
    Dialect dialect();

    /** Returns the version that has a method; null when this one does. */
    @Nullable
    ProtocolVersion elsewhere(Method<?> method);

    /** Returns what an agent must have advertised for a method that this version has; null for nothing. */
    @Nullable
    Capability<?> capability(Method<?> method);

    /** Refuses what an agent has not advertised although it would be no capability of another version. */
    void require(Method<?> method, InitializeResponse agent);

    /** Refuses parameters that an agent has not advertised although they would need no capability in another version. */
    void requireMembers(String method, Object params, InitializeResponse agent);

    /** Returns the name of the request by which users log in. */
    String login();

    /**
     * Refuses a login that the agent cannot do.
     *
     * @param method the method by which the user is to log in
     * @param offered what the agent has offered under that id; null for nothing
     */
    void requireLogin(AuthMethodId method, @Nullable AuthMethod offered);

    /** Makes the turns of a session. */
    SessionTurns turns(TurnSession session);

    /** Returns the request that has a session replayed; null where it is loaded as the request for that says. */
    @Nullable
    ResumeSessionRequest resuming(LoadSessionRequest request);

    /** Returns the modes of a session, of which some versions tell as one of the options. */
    @Nullable
    SessionModeState modes(@Nullable SessionModeState told, List<SessionConfigOption> options);

    /** Returns the request that sets a mode as an option; null where modes have a method of their own. */
    @Nullable
    SetSessionConfigOptionRequest settingMode(SessionId session, SessionModeId mode, List<SessionConfigOption> options);

    /** Returns whether an error says that a session to be closed or deleted is gone, as was wanted. */
    boolean isGone(AcpErrorException error);

    /** Returns the response to a permission request that the agent has withdrawn; null for an error that says so. */
    @Nullable
    RequestPermissionResponse withdrawnPermission();
}
