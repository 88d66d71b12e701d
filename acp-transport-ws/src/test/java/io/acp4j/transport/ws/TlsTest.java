package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.transport.ws.testing.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static Certificates server;
    private static Certificates client;

    @BeforeAll
    static void makeCertificates() throws Exception {
        server = Certificates.make(directory, "server", "localhost");
        client = Certificates.make(directory, "client", "somebody");
    }

    private static WsTransportBuilder client(Pair pair, Certificates trusted) {
        return Pair.client(pair.server.uri()).tls(Certificates.context(trusted, null));
    }

    private static void assertTalks(Pair pair, WsTransportBuilder builder) throws Exception {
        WsTransport near = builder.connect();
        WsTransport far = pair.accepted();
        RecordingListener listener = new RecordingListener();
        far.start(listener);
        near.start(new RecordingListener());
        String text = "\"" + "x".repeat(1_000_000) + "\"";
        near.send(new TextFrame(text));
        await().atMost(PATIENCE).until(() -> listener.frameCount() == 1);
        assertThat(listener.frames().get(0).equals(text)).isTrue();
        near.close();
        assertThat(far.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        assertThat(near.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
    }

    @Test
    void pemFilesServeTls() throws Exception {
        try (Pair pair = new Pair(builder -> builder.tls(WsTls.pem(server.certificate(), server.key())))) {
            assertThat(pair.server.uri().getScheme()).isEqualTo("wss");
            assertTalks(pair, client(pair, server));
        }
    }

    @Test
    void pkcs12FileServesTls() throws Exception {
        try (Pair pair =
                new Pair(builder -> builder.tls(WsTls.pkcs12(server.store(), Certificates.PASSWORD::toCharArray)))) {
            assertTalks(pair, client(pair, server));
        }
    }

    @Test
    void serverOfAnotherNameOrAnotherAuthorityIsNotTrusted() {
        try (Pair pair = new Pair(builder -> builder.tls(WsTls.pem(client.certificate(), client.key())))) {
            assertThatThrownBy(() -> client(pair, client).connect())
                    .isInstanceOf(WsConnectException.class)
                    .hasMessageContaining("TLS");
            assertThatThrownBy(() -> client(pair, server).connect()).isInstanceOf(WsConnectException.class);
            assertThatThrownBy(() -> Pair.client(pair.server.uri()).connect()).isInstanceOf(WsConnectException.class);
        }
    }

    @Test
    void clientCertificateIsRequiredAndTold() throws Exception {
        WsTls tls = WsTls.pem(server.certificate(), server.key()).requireClientCertificates(client.certificate());
        try (Pair pair = new Pair(builder -> builder.tls(tls))) {
            assertThatThrownBy(() -> client(pair, server).connect()).isInstanceOf(WsConnectException.class);
            WsTransport near = Pair.client(pair.server.uri())
                    .tls(Certificates.context(server, client))
                    .connect();
            WsTransport far = pair.accepted();
            assertThat(far.handshake().tlsPeer())
                    .hasValueSatisfying(peer -> assertThat(peer.getName()).contains("CN=somebody"));
            assertThat(near.handshake().tlsPeer())
                    .hasValueSatisfying(peer -> assertThat(peer.getName()).contains("CN=localhost"));
            near.close();
            far.close();
        }
    }

    @Test
    void clientCertificateMayBeAskedForOnly() throws Exception {
        WsTls tls = WsTls.pem(server.certificate(), server.key()).requestClientCertificates(client.certificate());
        try (Pair pair = new Pair(builder -> builder.tls(tls))) {
            WsTransport near = client(pair, server).connect();
            WsTransport far = pair.accepted();
            assertThat(far.handshake().tlsPeer()).isEmpty();
            near.close();
            far.close();
        }
    }

    @Test
    void changedCertificatesAreReadAndBrokenOnesLeaveEverythingAsItWas() throws Exception {
        Path certificate = directory.resolve("live.pem");
        Path key = directory.resolve("live.key");
        Files.copy(client.certificate(), certificate);
        Files.copy(client.key(), key);
        WsTls tls = WsTls.pem(certificate, key).reloadInterval(Duration.ofMillis(50));
        try (Pair pair = new Pair(builder -> builder.tls(tls))) {
            assertThatThrownBy(() -> client(pair, server).connect()).isInstanceOf(WsConnectException.class);
            Files.copy(server.key(), key, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            Files.copy(server.certificate(), certificate, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                client(pair, server).connect().close();
                return true;
            });
            pair.accepted().close();
            Files.writeString(certificate, "broken");
            await().during(Duration.ofMillis(300)).atMost(PATIENCE).untilAsserted(() -> {
                client(pair, server).connect().close();
                pair.accepted().close();
            });
        }
    }

    @Test
    void filesThatCannotBeReadStopTheStart() {
        assertThatThrownBy(() ->
                        new Pair(builder -> builder.tls(WsTls.pem(directory.resolve("missing.pem"), server.key()))))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> new Pair(builder -> builder.tls(WsTls.pkcs12(server.store(), "wrong"::toCharArray))))
                .isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void plainRequestToATlsPortOpensNothing() throws Exception {
        try (Pair pair = new Pair(builder -> builder.tls(WsTls.pem(server.certificate(), server.key())));
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            raw.write(RawSocket.upgrade("").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(raw.readEnd()).isTrue();
        }
    }
}
