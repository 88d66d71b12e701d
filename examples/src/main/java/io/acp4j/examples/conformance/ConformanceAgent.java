package io.acp4j.examples.conformance;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsServer;
import java.nio.file.Path;
import java.util.List;

/**
 * Answers prompts of the conformance kit's vocabulary without a model: {@code conformance-agent [--ws|--http] [FILE]}. Everything else
 * is the library's: what is certified here is what any agent gets that is built with it.
 */
public final class ConformanceAgent {

    private static final SessionConfigId MODEL = new SessionConfigId("model");
    private static final List<String> MODELS = List.of("small", "large");

    private ConformanceAgent() {}

    /**
     * Serves one client over this process's stdin and stdout, or, until it is told to stop, any number over WebSocket or Streamable
     * HTTP.
     *
     * @param args {@code --ws} for WebSocket, {@code --http} for Streamable HTTP on a free port, whose address is written to stdout;
     *     then the file to keep sessions in, without which they are kept in memory
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        boolean webSocket = args.length > 0 && args[0].equals("--ws");
        boolean http = args.length > 0 && args[0].equals("--http");
        int rest = webSocket || http ? 1 : 0;
        SessionStore store = args.length > rest ? SessionStores.open(Path.of(args[rest])) : SessionStore.inMemory();
        try (SessionRepository repository = SessionRepository.over(store)) {
            if (webSocket) {
                try (WsServer server = serve(repository)) {
                    System.out.println("serving " + server.uri());
                    server.awaitClosed();
                }
            } else if (http) {
                try (HttpServer server = serveHttp(repository)) {
                    System.out.println("serving " + server.uri());
                    server.awaitClosed();
                }
            } else {
                create(repository).serve(StdioTransport.ofProcessStreams()).awaitClosed();
            }
        }
    }

    static WsServer serve(SessionRepository repository) {
        return WsServer.builder(create(repository)::serve).port(0).start();
    }

    static HttpServer serveHttp(SessionRepository repository) {
        return HttpServer.builder(create(repository)::serve).start();
    }

    static AcpAgent create(SessionRepository repository) {
        return AcpAgent.builder()
                .info("conformance-agent", "0.1.0")
                .capabilities(capabilities -> capabilities.promptCapabilities(PromptCapabilities.builder()
                        .image(true)
                        .audio(true)
                        .embeddedContext(true)
                        .build()))
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository)
                .echoUserMessages(true)
                .onNewSession(ConformanceAgent::begin)
                .onSetMode((request, session) -> {})
                .onSetConfigOption(ConformanceAgent::options)
                .onPromptReceived(ConformanceAgent::check)
                .onPrompt(turn -> answer(turn, repository))
                .build();
    }

    private static NewSessionResponse begin(NewSessionRequest request, SessionContext setup) {
        return NewSessionResponse.builder(setup.sessionId())
                .modes(SessionModeState.of(
                        new SessionModeId("ask"),
                        List.of(
                                SessionMode.of(new SessionModeId("ask"), "Ask"),
                                SessionMode.of(new SessionModeId("code"), "Code"))))
                .configOptions(List.of(model(MODELS.get(0))))
                .build();
    }

    static SessionConfigOption model(String value) {
        SessionConfigSelectOption[] choices = MODELS.stream()
                .map(each -> SessionConfigSelectOption.of(new SessionConfigValueId(each), each))
                .toArray(SessionConfigSelectOption[]::new);
        return SessionConfigSelect.builder(
                        MODEL, "Model", new SessionConfigValueId(value), SessionConfigSelectOptions.of(choices))
                .build();
    }

    private static List<SessionConfigOption> options(SetSessionConfigOptionRequest request, AgentSession session) {
        if (request.configId().equals(MODEL)
                && request.value() instanceof SessionConfigValue.Choice choice
                && MODELS.contains(choice.id().value())) {
            return List.of(model(choice.id().value()));
        }
        throw new AcpErrorException(ErrorCode.INVALID_PARAMS, "There is no such option or value", null);
    }

    private static void check(PromptRequest request, AgentSession session) {
        if (V2Words.areKnownTo(session)
                && request.prompt().get(0) instanceof TextContent text
                && text.text().equals(V2Words.REFUSED)) {
            throw new AcpErrorException(ErrorCode.INVALID_REQUEST, "It is refused, as it was told to", null);
        }
    }

    private static void answer(PromptTurn turn, SessionRepository repository) throws Exception {
        String text = turn.text();
        if (text.startsWith(Vocabulary.PREFIX)) {
            new Vocabulary(turn, repository).act(text.substring(Vocabulary.PREFIX.length()));
        } else {
            turn.say("I have heard " + text.length() + " characters");
        }
    }
}
