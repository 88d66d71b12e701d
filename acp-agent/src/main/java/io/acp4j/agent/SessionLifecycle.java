package io.acp4j.agent;

import io.acp4j.agent.DefaultAgentSession.Surroundings;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.mcp.McpServer;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import io.acp4j.schema.v1.session.ForkSessionResponse;
import io.acp4j.schema.v1.session.LoadSessionRequest;
import io.acp4j.schema.v1.session.LoadSessionResponse;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.session.NewSessionResponse;
import io.acp4j.schema.v1.session.ResumeSessionRequest;
import io.acp4j.schema.v1.session.ResumeSessionResponse;
import io.acp4j.schema.v1.session.SystemPrompt;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens sessions: new ones, stored ones and forks. A session takes prompts before its response is sent. */
final class SessionLifecycle {

    private final AgentConfiguration configuration;
    private final Sessions sessions;
    private final DefaultClientPeer client;

    SessionLifecycle(AgentConfiguration configuration, Sessions sessions, DefaultClientPeer client) {
        this.configuration = configuration;
        this.sessions = sessions;
        this.client = client;
    }

    /** What of a response the session needs. */
    private record Opened<R>(
            SessionId id,
            @Nullable SessionModeState modes,
            @Nullable List<SessionConfigOption> configOptions,
            R response) {}

    NewSessionResponse create(NewSessionRequest request, RequestContext context) throws Exception {
        Surroundings surroundings = surroundings(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        return make(configuration.newSession(), request, surroundings, null, context, answer -> {
            NewSessionResponse shown = answer.toBuilder()
                    .configOptions(ConfigOptions.knownOrNull(answer.configOptions(), client))
                    .build();
            return new Opened<>(answer.sessionId(), answer.modes(), answer.configOptions(), shown);
        });
    }

    ForkSessionResponse fork(
            SessionOpener<ForkSessionRequest, ForkSessionResponse> opener,
            ForkSessionRequest request,
            RequestContext context)
            throws Exception {
        Surroundings surroundings = surroundings(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        MessageId point = configuration.forkPoints().of(request);
        configuration.checks().forkPoint(point);
        AgentSession source = sessions.find(request.sessionId());
        ForkSessionRequest resolved = request.toBuilder().messageId(point).build();
        return make(opener, resolved, surroundings, source, context, answer -> {
            ForkSessionResponse shown = answer.toBuilder()
                    .configOptions(ConfigOptions.knownOrNull(answer.configOptions(), client))
                    .build();
            return new Opened<>(answer.sessionId(), answer.modes(), answer.configOptions(), shown);
        });
    }

    LoadSessionResponse load(
            SessionOpener<LoadSessionRequest, LoadSessionResponse> opener,
            LoadSessionRequest request,
            RequestContext context)
            throws Exception {
        Surroundings surroundings = surroundings(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        return restore(opener, request, surroundings, request.sessionId(), true, context, answer -> {
            LoadSessionResponse shown = answer.toBuilder()
                    .configOptions(ConfigOptions.knownOrNull(answer.configOptions(), client))
                    .build();
            return new Opened<>(request.sessionId(), answer.modes(), answer.configOptions(), shown);
        });
    }

    ResumeSessionResponse resume(
            SessionOpener<ResumeSessionRequest, ResumeSessionResponse> opener,
            ResumeSessionRequest request,
            RequestContext context)
            throws Exception {
        Surroundings surroundings = surroundings(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        return restore(opener, request, surroundings, request.sessionId(), false, context, answer -> {
            ResumeSessionResponse shown = answer.toBuilder()
                    .configOptions(ConfigOptions.knownOrNull(answer.configOptions(), client))
                    .build();
            return new Opened<>(request.sessionId(), answer.modes(), answer.configOptions(), shown);
        });
    }

    private <P, R> R make(
            SessionOpener<P, R> opener,
            P request,
            Surroundings surroundings,
            @Nullable AgentSession source,
            RequestContext context,
            Function<R, Opened<R>> reading)
            throws Exception {
        sessions.reserve(null);
        DefaultSessionSetup setup =
                new DefaultSessionSetup(configuration.sessionIds().get(), client, context, this::isOpen, source, null);
        try {
            Opened<R> opened = reading.apply(Results.notNull(opener.open(request, setup), context));
            if (setup.isRepeated() && setup.recorder() == null) {
                return opened.response();
            }
            DefaultAgentSession session = session(opened, surroundings, output(opened.id()), setup);
            if (setup.isRepeated()) {
                sessions.replace(session);
            } else {
                sessions.add(session);
            }
            opened(session, setup);
            return opened.response();
        } catch (Throwable e) {
            setup.failed(e);
            throw e;
        } finally {
            sessions.release();
        }
    }

    private <P, R> R restore(
            SessionOpener<P, R> opener,
            P request,
            Surroundings surroundings,
            SessionId id,
            boolean replays,
            RequestContext context,
            Function<R, Opened<R>> reading)
            throws Exception {
        requireIdle(id);
        DefaultAgentSession before = sessions.find(id);
        if (before != null) {
            before.settle();
        }
        sessions.reserve(id);
        SessionOutput output = output(id);
        DefaultSessionSetup setup =
                new DefaultSessionSetup(id, client, context, this::isOpen, null, replays ? output : null);
        try {
            Opened<R> opened = reading.apply(Results.notNull(opener.open(request, setup), context));
            output.endMessage();
            requireIdle(id);
            DefaultAgentSession session = session(opened, surroundings, output, setup);
            sessions.replace(session);
            opened(session, setup);
            return opened.response();
        } catch (Throwable e) {
            setup.failed(e);
            throw e;
        } finally {
            sessions.release();
        }
    }

    private void opened(DefaultAgentSession session, DefaultSessionSetup setup) {
        Recorder recorder = session.recorder();
        if (recorder != null) {
            recorder.onLoss(why -> {
                session.lose(why);
                sessions.forget(session);
            });
        }
        setup.opened(session);
    }

    private boolean isOpen(SessionId id) {
        return sessions.find(id) != null;
    }

    private void requireIdle(SessionId id) {
        DefaultAgentSession open = sessions.find(id);
        if (open != null && open.turn() != null) {
            throw DefaultAgentSession.turnInProgress();
        }
    }

    private Surroundings surroundings(
            String cwd,
            List<String> additionalDirectories,
            List<McpServer> mcpServers,
            @Nullable SystemPrompt systemPrompt) {
        configuration.checks().surroundings(cwd, additionalDirectories, mcpServers);
        configuration.checks().systemPrompt(systemPrompt);
        return new Surroundings(cwd, additionalDirectories, mcpServers, systemPrompt);
    }

    private SessionOutput output(SessionId id) {
        return new SessionOutput(id, client, configuration.messageIds());
    }

    private DefaultAgentSession session(
            Opened<?> opened, Surroundings surroundings, SessionOutput output, DefaultSessionSetup setup) {
        Recorder recorder = setup.recorder();
        Surroundings known = recorder == null
                ? surroundings
                : surroundings.following(StoredSettings.of(recorder.tree()).systemPrompt());
        DefaultAgentSession session = new DefaultAgentSession(client, known, output, setup.attachments(), recorder);
        session.state(opened.modes(), opened.configOptions());
        if (recorder != null) {
            output.recordWith(recorder);
        }
        return session;
    }
}
