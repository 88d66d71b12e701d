package io.acp4j.client.internal.v1;

import io.acp4j.client.internal.protocol.ClientProtocol;
import io.acp4j.client.internal.protocol.SessionTurns;
import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
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
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Version 1: a turn is a request, modes have a method, sessions are loaded. */
public final class V1Protocol implements ClientProtocol {

    /** The version. */
    public static final V1Protocol INSTANCE = new V1Protocol();

    private V1Protocol() {}

    @Override
    public ProtocolVersion version() {
        return ProtocolVersion.V1;
    }

    @Override
    public Dialect dialect() {
        return Dialect.AS_DECLARED;
    }

    @Override
    public @Nullable ProtocolVersion elsewhere(Method<?> method) {
        return V2Methods.ONLY.contains(method) ? new ProtocolVersion(WireVersion.V2.number()) : null;
    }

    @Override
    public @Nullable Capability<?> capability(Method<?> method) {
        return method.capability();
    }

    @Override
    public void require(Method<?> method, InitializeResponse agent) {
        // Capabilities say it all.
    }

    @Override
    public void requireMembers(String method, Object params, InitializeResponse agent) {
        if (params instanceof ResumeSessionRequest request && request.replayFrom() != null) {
            throw new UnsupportedCapabilityException(
                    method + " with a replay on a connection of version 1, where session/load replays,",
                    "protocolVersion=" + WireVersion.V2.number());
        }
    }

    @Override
    public String login() {
        return Methods.AUTHENTICATE.name();
    }

    @Override
    public void requireLogin(AuthMethodId method, @Nullable AuthMethod offered) {
        if (offered == null) {
            throw new UnsupportedCapabilityException(login(), "authMethods[id=" + method.value() + "]");
        }
    }

    @Override
    public SessionTurns turns(TurnSession session) {
        return new SingleTurns(session);
    }

    @Override
    public @Nullable ResumeSessionRequest resuming(LoadSessionRequest request) {
        return null;
    }

    @Override
    public @Nullable SessionModeState modes(@Nullable SessionModeState told, List<SessionConfigOption> options) {
        return told;
    }

    @Override
    public @Nullable SetSessionConfigOptionRequest settingMode(
            SessionId session, SessionModeId mode, List<SessionConfigOption> options) {
        return null;
    }

    @Override
    public boolean isGone(AcpErrorException error) {
        return false;
    }

    @Override
    public @Nullable RequestPermissionResponse withdrawnPermission() {
        return null;
    }
}
