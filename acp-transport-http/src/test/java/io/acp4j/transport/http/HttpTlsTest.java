package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsTls;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.testing.Certificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates of the server and of clients, over HTTP. */
class HttpTlsTest {

    @TempDir
    static Path directory;

    private static Certificates server;
    private static Certificates client;

    private final BlockingQueue<Puppet> agents = new LinkedBlockingQueue<>();

    @BeforeAll
    static void make() throws Exception {
        server = Certificates.localhost();
        client = Certificates.make(directory, "client", "somebody");
    }

    private static RawClient client(
            URI uri, HttpClient.Version version, Certificates trusted, @Nullable Certificates shown) {
        return new RawClient(
                HttpClient.newBuilder()
                        .version(version)
                        .sslContext(Certificates.context(trusted, shown))
                        .build(),
                uri);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void clientCertificateIsRequiredAndNamesThePrincipal(HttpClient.Version version) throws Exception {
        WsTls tls = WsTls.pem(server.certificate(), server.key()).requireClientCertificates(client.certificate());
        try (HttpServer running =
                HttpServer.builder(Puppet.agents(agents)).tls(tls).start()) {
            assertThatThrownBy(
                            () -> client(running.uri(), version, server, null).initialize())
                    .isInstanceOf(IOException.class);
            RawClient known = client(running.uri(), version, server, client);
            String id = known.initialize();
            assertThat(Puppet.take(agents).transport.principal()).isEqualTo("CN=somebody");
            assertThat(known.delete(ServerTest.ID, id).statusCode()).isEqualTo(202);
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void connectionOfACertificateIsNobodyElses(HttpClient.Version version) throws Exception {
        WsTls tls = WsTls.pem(server.certificate(), server.key()).requestClientCertificates(client.certificate());
        try (HttpServer running =
                HttpServer.builder(Puppet.agents(agents)).tls(tls).start()) {
            RawClient known = client(running.uri(), version, server, client);
            RawClient unknown = client(running.uri(), version, server, null);
            String id = known.initialize();
            assertThat(unknown.post(ServerTest.NEW_SESSION, ServerTest.ID, id).statusCode())
                    .isEqualTo(404);
            String own = unknown.initialize();
            assertThat(known.delete(ServerTest.ID, own).statusCode()).isEqualTo(404);
            assertThat(known.delete(ServerTest.ID, id).statusCode()).isEqualTo(202);
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void clientCertificateNamesThePrincipalInAContainerToo(HttpClient.Version version) throws Exception {
        Certificates both = Certificates.localhost();
        Served.Setup setup = Served.Setup.DEFAULT.withTls(both);
        try (Served running = Served.Host.TOMCAT.serve(Puppet.agents(agents), setup)) {
            RawClient known = client(running.uri(), version, both, both);
            String id = known.initialize();
            assertThat(Puppet.take(agents).transport.principal()).isEqualTo("CN=localhost");
            assertThat(client(running.uri(), version, both, null)
                            .post(ServerTest.NEW_SESSION, ServerTest.ID, id)
                            .statusCode())
                    .isEqualTo(404);
            assertThat(known.delete(ServerTest.ID, id).statusCode()).isEqualTo(202);
        }
    }

    @Test
    void changedCertificatesAreReadWhileConnectionsGoOnAndBrokenOnesLeaveEverythingAsItWas() throws Exception {
        Path certificate = directory.resolve("live.pem");
        Path key = directory.resolve("live.key");
        Certificates next = Certificates.make(directory, "next", "localhost");
        Files.copy(server.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(server.key(), key, StandardCopyOption.REPLACE_EXISTING);
        WsTls tls = WsTls.pem(certificate, key).reloadInterval(Duration.ofMillis(50));
        try (HttpServer running =
                HttpServer.builder(Puppet.agents(agents)).tls(tls).start()) {
            RawClient before = client(running.uri(), HttpClient.Version.HTTP_2, server, null);
            String id = before.initialize();
            Puppet agent = Puppet.take(agents);
            RawClient.Events events = before.open(id, "s");
            Files.copy(next.key(), key, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
                client(running.uri(), HttpClient.Version.HTTP_2, next, null).initialize();
                return true;
            });
            agent.update("s", "still here");
            assertThat(events.next().at("/params/text").asText()).isEqualTo("still here");
            Files.writeString(certificate, "broken");
            await().during(Duration.ofMillis(300))
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> client(running.uri(), HttpClient.Version.HTTP_1_1, next, null)
                            .initialize());
        }
    }

    @Test
    void serverIsReachedWhoseCertificateIsInTheFileOfThoseToTrust() throws Exception {
        Path both = directory.resolve("both.pem");
        Files.writeString(both, Files.readString(client.certificate()) + Files.readString(server.certificate()));
        try (HttpServer running = HttpServer.builder(Puppet.agents(agents))
                .tls(WsTls.pem(server.certificate(), server.key()))
                .start()) {
            for (Path file : List.of(server.certificate(), both)) {
                for (Transport transport : List.of(
                        HttpTransport.builder(running.uri()).trust(file).connect(),
                        WsTransport.builder(running.webSocketUri()).trust(file).connect())) {
                    Puppet caller = new Puppet(transport);
                    transport.start(caller);
                    caller.send(RawClient.INITIALIZE);
                    assertThat(caller.next().has("result")).isTrue();
                    transport.close();
                }
            }
            Puppet stranger = new Puppet(HttpTransport.builder(running.uri())
                    .trust(client.certificate())
                    .connect());
            stranger.transport.start(stranger);
            stranger.send(RawClient.INITIALIZE);
            assertThat(stranger.end.get(60, TimeUnit.SECONDS).cause()).isInstanceOf(SSLException.class);
            assertThat(stranger.end.get().description()).startsWith("no trusted TLS connection: ");
            assertThatThrownBy(() -> WsTransport.builder(running.webSocketUri())
                            .trust(client.certificate())
                            .connect())
                    .isInstanceOf(WsConnectException.class);
        }
    }

    @Test
    void fileWithoutCertificatesToTrustIsNamed() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        Path broken = Files.writeString(directory.resolve("broken.pem"), "-----BEGIN CERTIFICATE-----\nsecret\n");
        Path missing = directory.resolve("missing.pem");
        for (Path file : List.of(empty, broken, missing, server.key())) {
            assertThatThrownBy(
                            () -> HttpTransport.builder(URI.create("https://a")).trust(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(file.toString())
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> WsTransport.builder(URI.create("wss://a")).trust(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(file.toString());
        }
    }
}
