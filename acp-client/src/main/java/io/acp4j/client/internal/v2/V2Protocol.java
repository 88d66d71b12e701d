package io.acp4j.client.internal.v2;

import io.acp4j.client.internal.protocol.ClientProtocol;
import io.acp4j.client.internal.protocol.SessionTurns;
import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.dialect.WireDialect;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Capability;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.Method;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ReplayFromStart;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Version 2: prompts are inserted and work ends with a state, modes are an option, loading is resuming with a replay. */
public final class V2Protocol implements ClientProtocol {

    /** The version. */
    public static final V2Protocol INSTANCE = new V2Protocol();

    private static final ProtocolVersion VERSION = new ProtocolVersion(WireVersion.V2.number());

    private static final Dialect DIALECT = new WireDialect(WireVersion.V2, false, true);

    private V2Protocol() {}

    @Override
    public ProtocolVersion version() {
        return VERSION;
    }

    @Override
    public Dialect dialect() {
        return DIALECT;
    }

    @Override
    public @Nullable ProtocolVersion elsewhere(Method<?> method) {
        return method.in(WireVersion.V2) == null ? ProtocolVersion.V1 : null;
    }

    @Override
    public @Nullable Capability<?> capability(Method<?> method) {
        return Objects.requireNonNull(method.in(WireVersion.V2), "a method that version 2 has")
                .capability();
    }

    @Override
    public void require(Method<?> method, InitializeResponse agent) {
        // Whether there are sessions at all is what the vocabulary calls the ability to load them.
        if (method.name().startsWith("session/") && !agent.agentCapabilities().loadSession()) {
            throw new UnsupportedCapabilityException(method.name(), "capabilities.session");
        }
        if (method.name().equals(Methods.LOGOUT.name()) && agent.authMethods().isEmpty()) {
            throw new UnsupportedCapabilityException(method.name(), "authMethods");
        }
    }

    @Override
    public void requireMembers(String method, Object params, InitializeResponse agent) {
        // Capabilities say it all.
    }

    @Override
    public String login() {
        return Objects.requireNonNull(DIALECT.request(Methods.AUTHENTICATE)).name();
    }

    @Override
    public void requireLogin(AuthMethodId method, @Nullable AuthMethod offered) {
        if (offered == null) {
            throw new UnsupportedCapabilityException(login(), "authMethods[methodId=" + method.value() + "]");
        }
        if (offered instanceof AuthMethodTerminal) {
            throw new UnsupportedCapabilityException(
                    "a login that is a program to be run in a terminal, which no request can do,",
                    "authMethods[type=agent]");
        }
    }

    @Override
    public SessionTurns turns(TurnSession session) {
        return new OverlappingTurns(session);
    }

    @Override
    public ResumeSessionRequest resuming(LoadSessionRequest request) {
        return new ResumeSessionRequest(
                request.sessionId(),
                request.cwd(),
                request.additionalDirectories(),
                request.mcpServers(),
                request.systemPrompt(),
                ReplayFromStart.START,
                request.meta());
    }

    @Override
    public @Nullable SessionModeState modes(@Nullable SessionModeState told, List<SessionConfigOption> options) {
        return ModeOption.modes(options);
    }

    @Override
    public SetSessionConfigOptionRequest settingMode(
            SessionId session, SessionModeId mode, List<SessionConfigOption> options) {
        return ModeOption.setting(session, mode, options);
    }

    @Override
    public boolean isGone(AcpErrorException error) {
        return error.code().equals(ErrorCode.RESOURCE_NOT_FOUND);
    }

    @Override
    public RequestPermissionResponse withdrawnPermission() {
        return RequestPermissionResponse.cancelled();
    }
}
