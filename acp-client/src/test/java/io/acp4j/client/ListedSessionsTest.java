package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.client.host.CommandGuard;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where sessions are opened of which only the agent's list tells the place. */
class ListedSessionsTest {

    private static final String CAPABILITIES =
            "{'loadSession':true,'sessionCapabilities':{'list':{},'fork':{},'additionalDirectories':{}}}";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path directory;

    private RawAgent agent = new RawAgent();
    private AcpClient client;

    @BeforeEach
    void makeDirectories() throws IOException {
        Files.createDirectories(directory.resolve("work/project"));
        Files.createDirectories(directory.resolve("workshop"));
        Files.createDirectories(directory.resolve("outside"));
        Files.createSymbolicLink(directory.resolve("work/out"), directory.resolve("outside"));
        Files.createSymbolicLink(directory.resolve("outside/in"), directory.resolve("work/project"));
        Files.createSymbolicLink(directory.resolve("alias"), directory.resolve("work"));
        Files.createSymbolicLink(directory.resolve("work/dangling"), directory.resolve("outside/later"));
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
        }
    }

    private void connect(Consumer<AcpClientBuilder> settings) {
        client = agent.connect(CAPABILITIES, settings);
    }

    private String at(String path) {
        return path.startsWith("~") ? directory + path.substring(1) : path;
    }

    private String page(String cwd, String... additional) {
        try {
            return MAPPER.writeValueAsString(Map.of(
                    "sessions",
                    List.of(Map.of("sessionId", "a", "cwd", cwd, "additionalDirectories", List.of(additional)))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendPage(String cwd, String... additional) {
        agent.sendVerbatim("{\"jsonrpc\":\"2.0\",\"id\":"
                + agent.expect("session/list").get("id") + ",\"result\":" + page(cwd, additional) + "}");
    }

    /** Opens the one session that the agent lists, in one of the three ways. */
    private ClientSession open(String way, String cwd, String... additional) {
        if (way.equals("adopt")) {
            CompletableFuture<ListSessionsResponse> listing = client.listSessionsAsync(ListSessionsRequest.ALL);
            sendPage(cwd, additional);
            return client.attachSession(get(listing).sessions().get(0));
        }
        SessionId id = new SessionId("a");
        CompletableFuture<ClientSession> opening = CompletableFuture.supplyAsync(
                () -> way.equals("load") ? client.loadSession(id) : client.forkSession(id));
        sendPage(cwd, additional);
        await().atMost(Duration.ofMinutes(1)).until(() -> opening.isDone() || agent.waiting() > 0);
        if (!opening.isDone()) {
            JsonNode request = agent.expect("session/" + way);
            assertThat(request.at("/params/cwd").asText()).isEqualTo(cwd);
            agent.result(request, way.equals("load") ? "{}" : "{'sessionId':'b'}");
        }
        return get(opening);
    }

    private void assertRefused(String way, String refused, String cwd, String... additional) {
        assertThatThrownBy(() -> open(way, cwd, additional))
                .isInstanceOfSatisfying(SessionDirectoryException.class, e -> {
                    assertThat(e.sessionId()).isEqualTo(new SessionId("a"));
                    assertThat(e.directory()).isEqualTo(refused);
                })
                .hasMessageContaining("session a ")
                .hasMessageContaining("AcpClientBuilder.trustedSessionRoots")
                .hasMessageContaining("loadSession(id, directory)");
        assertThat(client.sessions()).isEmpty();
        agent.expectNothingBefore(() -> client.listSessionsAsync(ListSessionsRequest.ALL), "session/list");
    }

    @ParameterizedTest
    @CsvSource({
        "~/work, true",
        "~/work/project, true",
        "~/work/project/.., true",
        "~/work/./project, true",
        "~/work/missing, true",
        "~/work/missing/below, true",
        "~/alias, true",
        "~/alias/project, true",
        "~/outside/in, true",
        "~/outside/in/.., true",
        "~, false",
        "~/work/.., false",
        "~/work/../outside, false",
        "~/work/project/../../outside, false",
        "~/work/missing/../../outside, false",
        "~/work/out, false",
        "~/work/out/missing, false",
        "~/work/dangling, false",
        "~/work/dangling/below, false",
        "~/outside, false",
        "~/workshop, false",
        "~/gone, false",
        "/, false",
        "work, false",
        "'', false",
        "NUL, false",
        "LONG, false"
    })
    void listedDirectoryIsTakenWhereItLeadsIntoANamedOne(String path, boolean taken) {
        String listed = switch (path) {
            case "NUL" -> directory + "/work/\0";
            case "LONG" -> directory + "/work" + "/x".repeat(3_000);
            default -> at(path);
        };
        for (String way : List.of("load", "fork", "adopt")) {
            agent = RawAgent.remote();
            connect(builder -> builder.trustedSessionRoots(directory.resolve("nowhere"), directory.resolve("work")));
            if (taken) {
                assertThat(open(way, listed).parameters().cwd()).as(way).isEqualTo(listed);
                client.close();
                agent = RawAgent.remote();
                connect(builder -> builder.trustedSessionRoots(directory.resolve("alias")));
                open(way, at("~/work/project"), listed);
            } else {
                assertRefused(way, listed, listed);
                assertRefused(way, listed, at("~/work"), at("~/work/project"), listed);
            }
            client.close();
        }
    }

    /** What a client does that names no directory, some, or none, by what it serves to whom. */
    @ParameterizedTest
    @CsvSource({
        "local, nothing, unset, true",
        "local, files, unset, true",
        "local, terminals, unset, true",
        "remote, nothing, unset, true",
        "remote, files, unset, false",
        "remote, terminals, unset, false",
        "local, nothing, none, false",
        "local, files, none, false",
        "remote, files, none, false",
        "local, files, outside, false",
        "remote, nothing, outside, false",
        "remote, files, outside, false",
        "local, files, work, true",
        "remote, files, work, true",
        "remote, terminals, work, true",
        "remote, files, /, true"
    })
    void agentBehindANetworkNamesNoDirectoryInWhichAnythingIsServed(
            String where, String serves, String named, boolean taken) {
        for (String way : List.of("load", "fork", "adopt")) {
            agent = where.equals("local") ? new RawAgent() : RawAgent.remote();
            connect(builder -> {
                switch (serves) {
                    case "files" -> builder.host(FileSystemService.readOnly());
                    case "terminals" -> builder.host(TerminalService.of(CommandGuard.ALLOW_ALL));
                    default -> {}
                }
                switch (named) {
                    case "unset" -> {}
                    case "none" -> builder.trustedSessionRoots();
                    default -> builder.trustedSessionRoots(directory.resolve(named));
                }
            });
            if (taken) {
                open(way, at("~/work/project"));
            } else {
                assertRefused(way, at("~/work/project"), at("~/work/project"));
            }
            client.close();
        }
    }

    @Test
    void whatTheProgramOpensItselfIsNotHeldAgainstTheList() {
        agent = RawAgent.remote();
        connect(builder -> builder.host(FileSystemService.readOnly()));
        CompletableFuture<ClientSession> opening = CompletableFuture.supplyAsync(
                () -> client.loadSession(new SessionId("a"), directory.resolve("outside")));
        agent.result(agent.expect("session/load"), "{}");
        get(opening);
        CompletableFuture<ClientSession> again =
                CompletableFuture.supplyAsync(() -> client.loadSession(new SessionId("a")));
        JsonNode request = agent.expect("session/load");
        assertThat(request.at("/params/cwd").asText()).isEqualTo(at("~/outside"));
        agent.result(request, "{}");
        get(again);
    }

    @Test
    void setupOfASessionThatIsNotOpenedIsShown() {
        agent = RawAgent.remote();
        connect(builder -> builder.trustedSessionRoots());
        CompletableFuture<SessionParameters> looking =
                CompletableFuture.supplyAsync(() -> client.parametersOf(new SessionId("a")));
        sendPage("/etc");
        assertThat(get(looking).cwd()).isEqualTo("/etc");
    }

    @Test
    void messageShowsWhatCannotBeSeen() {
        connect(builder -> builder.trustedSessionRoots());
        assertThatThrownBy(() -> open("adopt", "/etc\n\u202e" + "x".repeat(1_000)))
                .isInstanceOf(SessionDirectoryException.class)
                .hasMessageNotContainingAny("\n", "\u202e", "x".repeat(500));
    }
}
