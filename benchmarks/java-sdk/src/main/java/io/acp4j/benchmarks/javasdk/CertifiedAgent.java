package io.acp4j.benchmarks.javasdk;

import com.agentclientprotocol.sdk.agent.AcpAgent;
import com.agentclientprotocol.sdk.agent.SyncPromptContext;
import com.agentclientprotocol.sdk.agent.transport.StdioAcpAgentTransport;
import com.agentclientprotocol.sdk.error.AcpProtocolException;
import com.agentclientprotocol.sdk.spec.AcpSchema.AgentCapabilities;
import com.agentclientprotocol.sdk.spec.AcpSchema.CloseSessionResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.DeleteSessionResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.Implementation;
import com.agentclientprotocol.sdk.spec.AcpSchema.InitializeResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.ListSessionsRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.ListSessionsResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.LoadSessionResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.McpCapabilities;
import com.agentclientprotocol.sdk.spec.AcpSchema.NewSessionRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.NewSessionResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptCapabilities;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionCapabilities;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionInfo;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionMode;
import com.agentclientprotocol.sdk.spec.AcpSchema.SetSessionModeRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.SetSessionModeResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.StopReason;
import com.agentclientprotocol.sdk.spec.AcpSchema.TextContent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** An agent on the published Java SDK that follows the conformance kit's prompt vocabulary; {@code docs/tck.md} describes it. */
public final class CertifiedAgent {

    private static final int NOT_FOUND = -32002;
    private static final int INVALID_PARAMS = -32602;
    private static final List<SessionMode> MODES =
            List.of(new SessionMode("ask", "Ask", null), new SessionMode("code", "Code", null));

    private final Map<String, CertifiedSession> sessions = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    private CertifiedAgent() {}

    /**
     * Serves one client on stdin and stdout.
     *
     * @param args none
     */
    public static void main(String[] args) {
        new CertifiedAgent().serve();
    }

    private void serve() {
        AtomicReference<com.agentclientprotocol.sdk.agent.AcpSyncAgent> self = new AtomicReference<>();
        Object offered = Map.of();
        var capabilities = new AgentCapabilities(
                true,
                new SessionCapabilities(offered, offered, null, offered, null, null),
                new McpCapabilities(),
                new PromptCapabilities(true, true, true),
                null);
        var agent = AcpAgent.sync(new StdioAcpAgentTransport())
                .initializeHandler(request -> new InitializeResponse(
                        1, capabilities, List.of(), new Implementation("java-sdk-agent", "0.14.0"), null))
                .newSessionHandler(this::create)
                .loadSessionHandler(request -> {
                    CertifiedSession session = find(request.sessionId());
                    session.replay(update -> self.get().sendSessionUpdate(session.id(), update));
                    return new LoadSessionResponse(session.modes(MODES), null);
                })
                .listSessionsHandler(this::list)
                .closeSessionHandler(request -> {
                    find(request.sessionId()).cancel();
                    return new CloseSessionResponse();
                })
                .deleteSessionHandler(request -> {
                    sessions.remove(request.sessionId());
                    return new DeleteSessionResponse();
                })
                .setSessionModeHandler(this::setMode)
                .cancelHandler(notification -> {
                    CertifiedSession session = sessions.get(notification.sessionId());
                    if (session != null) {
                        session.cancel();
                    }
                })
                .promptHandler(this::prompt)
                .build();
        self.set(agent);
        agent.run();
    }

    private CertifiedSession find(String id) {
        CertifiedSession session = sessions.get(id);
        if (session == null) {
            throw new AcpProtocolException(NOT_FOUND, "There is no such session");
        }
        return session;
    }

    private NewSessionResponse create(NewSessionRequest request) {
        if (request.cwd() == null || !Path.of(request.cwd()).isAbsolute()) {
            throw new AcpProtocolException(INVALID_PARAMS, "cwd must be an absolute path");
        }
        CertifiedSession session = new CertifiedSession("session-" + numbers.incrementAndGet(), request.cwd());
        sessions.put(session.id(), session);
        return new NewSessionResponse(session.id(), session.modes(MODES), null);
    }

    private ListSessionsResponse list(ListSessionsRequest request) {
        if (request.cursor() != null) {
            throw new AcpProtocolException(INVALID_PARAMS, "There is only one page, so this is no cursor of it");
        }
        return new ListSessionsResponse(sessions.values().stream()
                .filter(session -> request.cwd() == null || request.cwd().equals(session.cwd()))
                .map(session -> new SessionInfo(session.id(), session.cwd()))
                .toList());
    }

    private SetSessionModeResponse setMode(SetSessionModeRequest request) {
        CertifiedSession session = find(request.sessionId());
        if (MODES.stream().noneMatch(mode -> mode.id().equals(request.modeId()))) {
            throw new AcpProtocolException(INVALID_PARAMS, "There is no such mode");
        }
        session.setMode(request.modeId());
        return new SetSessionModeResponse();
    }

    private PromptResponse prompt(PromptRequest request, SyncPromptContext context) {
        CertifiedSession session = find(request.sessionId());
        String text = request.prompt().stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining());
        session.begin(text);
        CertifiedWords words = new CertifiedWords(session, context);
        StopReason reason = text.startsWith(CertifiedWords.PREFIX)
                ? words.act(text.substring(CertifiedWords.PREFIX.length()))
                : words.answer(text);
        return new PromptResponse(session.isCancelled() ? StopReason.CANCELLED : reason);
    }
}
