package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Opens listed sessions of an agent, by loading or by resuming them. */
final class SessionOpener {

    private final LiveAgent agent;

    SessionOpener(LiveAgent agent) {
        this.agent = agent;
    }

    /** Connects. Then opens a session of the previous connection if the agent can load or resume sessions. */
    CompletableFuture<JsonNode> connect(String key, JsonNode offer) {
        SessionInfo session = agent.desk().find(key);
        return agent.connect(offer).thenCompose(connected -> {
            if (session == null || !(canLoad(agent.client()) || canResume(agent.client()))) {
                return selected(null);
            }
            return open(agent.desk(), session, canLoad(agent.client()));
        });
    }

    /**
     * Opens a session.
     *
     * @param key the key of the session
     * @param how the choice of the user, {@code load} or {@code resume}; if empty, the session is loaded if the agent can load sessions,
     *     and resumed otherwise
     */
    CompletableFuture<JsonNode> open(String key, String how) {
        SessionDesk desk = agent.desk();
        if (desk.isOpen(key)) {
            return selected(key);
        }
        AcpClient client = agent.client();
        SessionInfo info = desk.info(key);
        boolean loads = how.equals("load") || (canLoad(client) && !how.equals("resume"));
        if (loads ? !canLoad(client) : !canResume(client)) {
            throw new PageException(
                    how.isEmpty()
                            ? "the agent can neither load nor resume sessions, so it stays closed"
                            : "the agent cannot " + (loads ? "load" : "resume") + " sessions");
        }
        return open(desk, info, loads);
    }

    private CompletableFuture<JsonNode> open(SessionDesk desk, SessionInfo info, boolean loads) {
        AcpClient client = agent.client();
        var opening = loads
                ? client.loadSessionAsync(
                        LoadSessionRequest.builder(info.sessionId(), info.cwd())
                                .additionalDirectories(info.additionalDirectories())
                                .build(),
                        null)
                : client.resumeSessionAsync(
                        ResumeSessionRequest.builder(info.sessionId(), info.cwd())
                                .additionalDirectories(info.additionalDirectories())
                                .build(),
                        null);
        return opening.thenApply(session -> {
            String opened = desk.take(session, null);
            if (!loads) {
                desk.resumed(opened);
            }
            return Workbench.select(opened);
        });
    }

    private static CompletableFuture<JsonNode> selected(@Nullable String key) {
        return CompletableFuture.completedFuture(Workbench.select(key));
    }

    private static boolean canLoad(AcpClient client) {
        return client.agentCapabilities().loadSession();
    }

    private static boolean canResume(AcpClient client) {
        return client.agentCapabilities().sessionCapabilities().resume() != null;
    }
}
