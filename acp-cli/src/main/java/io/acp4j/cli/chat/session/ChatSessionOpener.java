package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AuthenticationRequiredException;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionOrigin;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Creates and opens sessions of the agent, after a login if the agent requires one. Discards those that were not used. */
final class ChatSessionOpener {

    private static final long COMMANDS_SECONDS = 2;

    private final AcpClient client;
    private final Screen screen;
    private final Login login;
    private final Path cwd;

    ChatSessionOpener(AcpClient client, Screen screen, Login login, Path cwd) {
        this.client = client;
        this.screen = screen;
        this.login = login;
        this.cwd = cwd;
    }

    private ClientSession loggedIn(Supplier<ClientSession> opening) {
        try {
            return opening.get();
        } catch (AuthenticationRequiredException e) {
            login.by("");
            return opening.get();
        }
    }

    ClientSession create() {
        return loggedIn(this::created);
    }

    private ClientSession created() {
        // Not interruptible: the agent could still create the session, and no client would delete it.
        Screen.Work work = screen.working("opening a session", null);
        try {
            return client.newSession(cwd);
        } finally {
            work.close();
        }
    }

    /** Returns true if the agent can open a session that it has stored. */
    boolean canOpen() {
        return client.agentCapabilities().loadSession()
                || client.agentCapabilities().sessionCapabilities().resume() != null;
    }

    /** Opens a stored session. The earlier messages of a session that can only be resumed are unknown here. */
    ClientSession open(SessionId id, String directory) {
        return loggedIn(() -> client.agentCapabilities().loadSession()
                ? client.loadSession(LoadSessionRequest.builder(id, directory).build(), null)
                : client.resumeSession(
                        ResumeSessionRequest.builder(id, directory).build(), null));
    }

    /** Returns true if a session was created for a chat and has no messages. */
    static boolean isUnused(ClientSession session) {
        SessionOrigin opening = session.origin();
        return opening != null
                && opening.method().equals(Methods.SESSION_NEW)
                && session.forks().messages().isEmpty();
    }

    /** Deletes a session, or closes it, if the agent supports that. */
    void discard(ClientSession session) {
        SessionCapabilities agent = client.agentCapabilities().sessionCapabilities();
        try {
            if (agent.delete() != null) {
                session.delete();
            } else if (agent.close() != null) {
                session.close();
            }
        } catch (AcpErrorException e) {
            // The agent keeps the session. The user leaves nevertheless.
            screen.line("The agent keeps a session without messages: " + e.getMessage(), Style.DIM);
        }
    }

    /** Waits until the agent has sent the commands of a new session, 2 seconds at most. */
    static void awaitCommands(ClientSession session) {
        CompletableFuture<Boolean> arrived = new CompletableFuture<>();
        Registration subscription = session.onUpdate((any, update) -> {
            if (update instanceof AvailableCommandsUpdate) {
                arrived.complete(true);
            }
        });
        try {
            if (session.transcript().snapshot().commands().isEmpty()) {
                arrived.completeOnTimeout(false, COMMANDS_SECONDS, TimeUnit.SECONDS)
                        .join();
            }
        } finally {
            subscription.close();
        }
    }
}
