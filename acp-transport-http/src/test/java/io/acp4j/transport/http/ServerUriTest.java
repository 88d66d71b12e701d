package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The URI of a server, by the address that it is bound to. */
class ServerUriTest {

    @ParameterizedTest
    @CsvSource({
        "localhost, localhost",
        "127.0.0.1, 127.0.0.1",
        "127.0.0.2, 127.0.0.2",
        "0.0.0.0, localhost",
        "::1, [::1]",
        "::, localhost"
    })
    void uriNamesTheBoundAddressAndAClientConnectsToIt(String address, String host) throws Exception {
        assumeTrue(isAvailable(address), address + " is not available on this machine");
        AcpAgent agent =
                AcpAgent.builder().info("an-agent", "1").onPrompt(turn -> {}).build();
        try (HttpServer server = HttpServer.builder(agent::serve)
                .address(new InetSocketAddress(address, 0))
                .start()) {
            assertThat(server.uri()).hasToString("http://" + host + ":" + server.port() + "/acp");
            assertThat(server.webSocketUri()).hasToString("ws://" + host + ":" + server.port() + "/acp");
            if (!server.address().getAddress().isAnyLocalAddress()) {
                try (AcpClient client = AcpClient.builder(
                                HttpTransport.builder(server.uri()).connect())
                        .connect()) {
                    assertThat(client.newSession(Path.of("/")).id()).isNotNull();
                }
            }
        }
    }

    private static boolean isAvailable(String address) {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
