package io.acp4j.interop.agent;

import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.Attachments;
import io.acp4j.agent.SessionContext;
import io.acp4j.interop.agent.StoredSession.Surroundings;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import java.util.List;

/** The life of sessions, and who may have one. */
final class SessionHandlers {

    private static final AuthMethodAgent LOGIN =
            new AuthMethodAgent(new AuthMethodId("test-login"), "Test login", "Lets everybody in", null);

    private static final AvailableCommandsUpdate COMMANDS = AvailableCommandsUpdate.of(List.of(
            AvailableCommand.of("echo", "Repeats its argument", "text"), AvailableCommand.of("plan", "Shows a plan")));

    private final SessionStore store = new SessionStore();
    private volatile boolean loggedIn = true;

    void register(AcpAgentBuilder agent) {
        agent.onAuthenticate(List.of(LOGIN), (request, context) -> {
                    loggedIn = true;
                })
                .onLogout((request, context) -> {
                    loggedIn = false;
                })
                .onNewSession(this::create)
                .onLoadSession(this::load)
                .onResumeSession(this::resume)
                .onForkSession(this::fork)
                .forkAtMessage(true)
                .onListSessions((request, context) -> store.list(request))
                .onCloseSession((request, session) -> {})
                .onDeleteSession((request, context) -> store.remove(request.sessionId()))
                .onSetMode((request, session) -> stored(session).mode(request.modeId()))
                .onSetConfigOption((request, session) -> {
                    stored(session).set(request.configId(), request.value());
                    return stored(session).configOptions();
                });
    }

    /** Finds what belongs to an open session. */
    static StoredSession stored(Attachments session) {
        StoredSession stored = session.attachment(StoredSession.class);
        if (stored == null) {
            throw new IllegalStateException("the session was opened without its store");
        }
        return stored;
    }

    private NewSessionResponse create(NewSessionRequest request, SessionContext setup) {
        requireLogin();
        StoredSession session = new StoredSession(
                setup.sessionId(),
                new Surroundings(
                        request.cwd(),
                        request.additionalDirectories(),
                        request.mcpServers().size()));
        store.add(session);
        setup.attach(StoredSession.class, session);
        setup.afterResponse(opened -> opened.update(COMMANDS));
        return NewSessionResponse.builder(session.id())
                .modes(session.modes())
                .configOptions(session.configOptions())
                .build();
    }

    private LoadSessionResponse load(LoadSessionRequest request, SessionContext setup) {
        StoredSession session = reopen(
                setup,
                new Surroundings(
                        request.cwd(),
                        request.additionalDirectories(),
                        request.mcpServers().size()));
        session.history().forEach(setup::replay);
        return LoadSessionResponse.builder()
                .modes(session.modes())
                .configOptions(session.configOptions())
                .build();
    }

    private ResumeSessionResponse resume(ResumeSessionRequest request, SessionContext setup) {
        StoredSession session = reopen(
                setup,
                new Surroundings(
                        request.cwd(),
                        request.additionalDirectories(),
                        request.mcpServers().size()));
        return ResumeSessionResponse.builder()
                .modes(session.modes())
                .configOptions(session.configOptions())
                .build();
    }

    private StoredSession reopen(SessionContext setup, Surroundings surroundings) {
        requireLogin();
        StoredSession session = store.get(setup.sessionId());
        session.move(surroundings);
        setup.attach(StoredSession.class, session);
        return session;
    }

    private ForkSessionResponse fork(ForkSessionRequest request, SessionContext setup) {
        requireLogin();
        Surroundings surroundings = new Surroundings(
                request.cwd(),
                request.additionalDirectories(),
                request.mcpServers().size());
        StoredSession fork = store.get(request.sessionId()).fork(setup.sessionId(), surroundings, request.messageId());
        store.add(fork);
        setup.attach(StoredSession.class, fork);
        return ForkSessionResponse.builder(fork.id())
                .modes(fork.modes())
                .configOptions(fork.configOptions())
                .build();
    }

    private void requireLogin() {
        if (!loggedIn) {
            throw AcpErrorException.authRequired();
        }
    }
}
