package io.acp4j.examples.tutorial.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.http.AcpEndpoint;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.ws.WsTls;
import io.acp4j.transport.ws.WsTransport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each step of the tutorial, between real clients and a real server on this machine. */
class NetworkAgentTest {

    private static final Path PROJECT = Path.of("").toAbsolutePath();
    private static final Map<String, String> USERS = Map.of("token-of-ann", "ann", "token-of-ben", "ben");

    @TempDir
    private static Path directory;

    private static WsTls tls;
    private static Path trusted;

    @BeforeAll
    static void makeCertificate() throws Exception {
        // The commands of the tutorial.
        keytool(
                "-genkeypair -alias agent -keyalg EC -dname CN=agent -ext san=dns:localhost,ip:127.0.0.1 -keystore agent.p12 "
                        + "-storetype PKCS12 -storepass change-me");
        keytool("-exportcert -rfc -alias agent -keystore agent.p12 -storepass change-me -file agent.pem");
        tls = WsTls.pkcs12(directory.resolve("agent.p12"), "change-me"::toCharArray);
        trusted = directory.resolve("agent.pem");
    }

    private static void keytool(String arguments) throws Exception {
        Process keytool = new ProcessBuilder(
                        (Path.of(System.getProperty("java.home"), "bin", "keytool") + " " + arguments).split(" "))
                .directory(directory.toFile())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
    }

    private static AcpClient client(Transport transport) {
        return AcpClient.builder(transport)
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    private static String said(ClientSession session) {
        var messages = session.transcript().snapshot().messages();
        return messages.get(messages.size() - 1).text();
    }

    private static HttpServer guarded(SessionRepository repository) {
        return Servers.guarded(Servers.agent(repository), 0, tls, USERS).start();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void step1ClientsOfThisMachineConnectOverHttpAndOverWebSockets(boolean webSocket) {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                HttpServer server = Servers.local(Servers.agent(repository), 0);
                AcpClient client = client(AcpEndpoint.connect(webSocket ? server.webSocketUri() : server.uri()))) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("milk");
            session.prompt("bread");

            assertThat(said(session)).isEqualTo("So far: milk, bread.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void step2OnlyClientsWithATokenConnectAndTheySeeTheCertificate(boolean webSocket) {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                HttpServer server = guarded(repository)) {
            Function<String, Transport> connecting = token -> webSocket
                    ? WsTransport.builder(server.webSocketUri())
                            .bearerToken(token)
                            .trust(trusted)
                            .connect()
                    : RemoteAgent.connect(server.uri(), token, trusted);
            try (AcpClient client = client(connecting.apply("token-of-ann"))) {
                ClientSession session = client.newSession(PROJECT);
                session.prompt("milk");
                assertThat(said(session)).isEqualTo("So far: milk.");
            }
            assertThat(server.uri().getScheme()).isEqualTo("https");
            assertThatThrownBy(() -> client(connecting.apply("guessed")).close())
                    .hasStackTraceContaining("401");
            assertThatThrownBy(() -> client(AcpEndpoint.connect(server.uri(), "token-of-ann"))
                            .close())
                    .hasStackTraceContaining("PKIX"); // nobody has signed it whom the client knows
        }
    }

    // snippet:principals
    @Test
    void step3UsersDoNotSeeEachOthersSessions() {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                HttpServer server = guarded(repository);
                AcpClient ann = client(RemoteAgent.connect(server.uri(), "token-of-ann", trusted));
                AcpClient ben = client(RemoteAgent.connect(server.uri(), "token-of-ben", trusted))) {
            ClientSession session = ann.newSession(PROJECT);
            session.prompt("a secret");

            assertThat(ann.storedSessions().toList()).hasSize(1);
            assertThat(ben.storedSessions().toList()).isEmpty();
            assertThatThrownBy(() -> ben.loadSession(session.id(), PROJECT))
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            unknown -> assertThat(unknown.code()).isEqualTo(unknownSession(ben)));
        }
    }
    // end

    private static Object unknownSession(AcpClient client) {
        try {
            client.loadSession(new SessionId("none"), PROJECT);
            throw new AssertionError("a session that does not exist was loaded");
        } catch (AcpErrorException e) {
            return e.code();
        }
    }

    @Test
    void step4SessionsOutliveTheServer() {
        SessionId id;
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(directory.resolve("sessions")));
                HttpServer server = guarded(repository);
                AcpClient client = client(RemoteAgent.connect(server.uri(), "token-of-ann", trusted))) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("milk");
            id = session.id();
            NetworkAgent.stop(server);
        }
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(directory.resolve("sessions")));
                HttpServer server = guarded(repository);
                AcpClient client = client(RemoteAgent.connect(server.uri(), "token-of-ann", trusted))) {
            ClientSession session = client.loadSession(id, PROJECT);
            assertThat(said(session)).isEqualTo("So far: milk.");
            session.prompt("bread");

            assertThat(said(session)).isEqualTo("So far: milk, bread.");
        }
    }

    @Test
    void step4OtherMachinesConnectByTheNamesThatAreAllowed() throws Exception {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                HttpServer server = Servers.open(
                        Servers.guarded(Servers.agent(repository), 0, tls, USERS), 0, "localhost", "127.0.0.1");
                AcpClient client = client(RemoteAgent.connect(
                        URI.create("https://127.0.0.1:" + server.port() + "/acp"), "token-of-ann", trusted))) {
            assertThat(server.address().getAddress().isAnyLocalAddress()).isTrue();
            assertThat(client.newSession(PROJECT).id()).isNotNull();
        }
    }

    @Test
    void step5TheClientConnectsAgainAndSaysWhatWasLost() throws Exception {
        CountDownLatch thinking = new CountDownLatch(1);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            AcpAgent agent = AcpAgent.builder()
                    .info("notebook", "1.0.0")
                    .sessions(repository)
                    .onPrompt(turn -> {
                        if (turn.text().equals("milk")) {
                            thinking.countDown();
                            CountDownLatch cancelled = new CountDownLatch(1);
                            try (var unused = turn.cancellation().onCancel(cancelled::countDown)) {
                                assertThat(cancelled.await(300, TimeUnit.SECONDS))
                                        .isTrue();
                            }
                        }
                    })
                    .build();
            try (HttpServer server = Servers.guarded(agent, 0, tls, USERS).start();
                    Relay network = new Relay(server.port());
                    SupervisedAgent supervised = RemoteAgent.supervised(
                            URI.create("https://localhost:" + network.port() + "/acp"),
                            "token-of-ann",
                            trusted,
                            told::add)) {
                ClientSession session = supervised.client().newSession(PROJECT);
                CompletableFuture<PromptResponse> turn = session.promptAsync("milk");
                assertThat(thinking.await(60, TimeUnit.SECONDS)).isTrue();
                network.cut();

                String loss = told.poll(120, TimeUnit.SECONDS);
                // A prompt that is cut before the server has accepted it fails alone, before the connection is lost.
                Throwable failure = catchThrowable(() -> turn.get(60, TimeUnit.SECONDS));
                boolean failsAlone = failure.getCause() instanceof AcpErrorException;
                assertThat(loss).isEqualTo(failsAlone ? "connection lost" : "connection and turn lost");
                network.mend();
                assertThat(told.poll(120, TimeUnit.SECONDS)).isEqualTo("session is open again");
                assertThat(Objects.requireNonNull(supervised.session(session.id()))
                                .prompt("bread")
                                .stopReason())
                        .isEqualTo(StopReason.END_TURN);
            }
        }
    }

    @Test
    void step6BehindNginxTheHostOfTheClientsIsAccepted() throws Exception {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                HttpServer server = Servers.proxied(Servers.agent(repository), 0, USERS, "agent.example.com")) {
            assertThat(List.of(
                            status(server, "agent.example.com", "token-of-ann"),
                            status(server, "agent.example.com", "guessed"),
                            status(server, "other.example.com", "token-of-ann")))
                    .containsExactly("200", "401", "403");
        }
    }

    /** Posts {@code initialize} as nginx passes it on, and returns the status. */
    private static String status(HttpServer server, String host, String token) throws IOException {
        byte[] body = ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1,"
                        + "\"clientCapabilities\":{}}}")
                .getBytes(StandardCharsets.UTF_8);
        String head = String.join(
                "\r\n",
                "POST /acp HTTP/1.1",
                "Host: " + host,
                "Authorization: Bearer " + token,
                "Accept: application/json, text/event-stream",
                "Content-Type: application/json",
                "Content-Length: " + body.length,
                "Connection: close",
                "",
                "");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII).substring(9);
        }
    }
}
