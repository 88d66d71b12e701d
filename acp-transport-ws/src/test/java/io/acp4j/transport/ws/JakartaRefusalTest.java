package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.acp4j.transport.ws.jakarta.JakartaTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both clients say the same of servers that decline, as far as the container tells. */
class JakartaRefusalTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);

    /** Longer than a test waits: what ends by this time-out has not been recognised. */
    private static final Duration NEVER = Duration.ofMinutes(10);

    /** What Tyrus takes for something else: it takes a response before the one that counts for that, and knows no end of the connection. */
    private static final Set<String> OF_THE_CONTAINER =
            Set.of("1xx before it", "upgrade with HTTP/1.0", "another protocol", "a head too long");

    static Stream<Arguments> refusals() {
        return RefusalTest.refusals().filter(row -> !OF_THE_CONTAINER.contains(String.valueOf(row.get()[0])));
    }

    private static CompletableFuture<JakartaTransport> connecting(URI uri) {
        CompletableFuture<JakartaTransport> connecting = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                connecting.complete(
                        JakartaTransport.builder(uri).connectTimeout(NEVER).connect());
            } catch (RuntimeException e) {
                connecting.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return connecting;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refusalIsRecognisedThoughTheConnectionStaysOpen(String name, int status, String message, String response)
            throws Exception {
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<JakartaTransport> connecting = connecting(fake.uri());
            try (RawSocket server = fake.answer(response)) {
                assertThat(connecting)
                        .as(name)
                        .failsWithin(GENEROUS)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(WsConnectException.class, e -> {
                            assertThat(e.status())
                                    .as(e.getMessage())
                                    .isEqualTo(status == 0 ? OptionalInt.empty() : OptionalInt.of(status));
                            assertThat(e)
                                    .hasMessageContaining(status / 100 == 3 ? "redirects are not followed" : message)
                                    .hasMessageNotContaining("secret");
                        });
            }
        }
    }

    /** Tyrus goes no further; but that is nothing that the server has declined with. */
    @Test
    void interimResponseIsNoRefusal() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<JakartaTransport> connecting = connecting(fake.uri());
            try (RawSocket server = fake.answer("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")) {
                assertThat(connecting)
                        .failsWithin(GENEROUS)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(WsConnectException.class, e -> {
                            assertThat(e.status()).isEmpty();
                            assertThat(e).hasMessageContaining("interim response 103");
                        });
            }
        }
    }

    @Test
    void serverThatNobodyRunsIsTold() {
        // A port that was free a moment ago may be another test's by now; this one is nobody's.
        URI nowhere = URI.create("ws://localhost:1/acp");
        for (Function<URI, ?> client : clients()) {
            assertThatThrownBy(() -> client.apply(nowhere))
                    .isInstanceOf(WsConnectException.class)
                    .hasMessageContaining(": no connection: Connection refused");
        }
    }

    private static List<Function<URI, ?>> clients() {
        return List.of(uri -> Pair.client(uri).handshakeTimeout(NEVER).connect(), uri -> {
            try {
                return connecting(uri).join();
            } catch (CompletionException e) {
                throw (WsConnectException) e.getCause();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost/acp", "ws:///acp", "ws://me:secret@localhost/acp", "wss://localhost/acp#part"})
    void whatIsNoAddressIsRefusedAlike(String uri) {
        assertThatThrownBy(() -> JakartaTransport.builder(URI.create(uri)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret")
                .message()
                .isEqualTo(catchThrowable(() -> WsTransport.builder(URI.create(uri)))
                        .getMessage());
    }

    @Test
    void addressWithoutAPathIsThatOfAgents() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<JakartaTransport> connecting =
                    connecting(fake.uri().resolve("/"));
            fake.answer("HTTP/1.1 403 No\r\n\r\n").close();
            assertThat(connecting).failsWithin(GENEROUS);
            assertThat(fake.lastRequest()).startsWith("GET / HTTP/1.1");
        }
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<JakartaTransport> connecting =
                    connecting(URI.create("ws://localhost:" + fake.uri().getPort()));
            fake.answer("HTTP/1.1 403 No\r\n\r\n").close();
            assertThat(connecting).failsWithin(GENEROUS);
            assertThat(fake.lastRequest()).startsWith("GET /acp HTTP/1.1");
        }
    }

    @Test
    void headersThatWouldAddLinesAreRefused() {
        var builder = JakartaTransport.builder(URI.create("ws://localhost/acp"));
        assertThatThrownBy(() -> builder.bearerToken("a\r\nEvil: b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("Evil");
        assertThatThrownBy(() -> builder.header("A", "a\nEvil: b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.header("A\r\nEvil", "b")).isInstanceOf(IllegalArgumentException.class);
    }
}
