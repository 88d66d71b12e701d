package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.WsAuthenticator;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that send the body of a request only when the server asks for it: {@code Expect: 100-continue}. */
@Tag("full")
@Timeout(300)
class ExpectContinueTest {

    private static final Consumer<Transport> NOBODY = transport -> {
        throw new AssertionError("nobody is let in");
    };

    /** Why a request is refused whatever is posted. */
    private enum Refused {
        AS_TEXT(415, "Content-Type: text/plain"),
        OF_A_FOREIGN_PAGE(403, "Content-Type: application/json", "Origin: https://elsewhere.example"),
        WITHOUT_A_TOKEN(401, "Content-Type: application/json");

        private final int status;
        private final String[] headers;

        Refused(int status, String... headers) {
            this.status = status;
            this.headers = headers;
        }
    }

    static Stream<Arguments> crossings() {
        return Stream.of(Served.Host.values())
                .flatMap(host -> Stream.of(Refused.values()).map(refused -> Arguments.of(host, refused)));
    }

    private static Served.Setup setup(Refused refused) {
        return refused == Refused.WITHOUT_A_TOKEN
                ? Served.Setup.DEFAULT.with(WsAuthenticator.bearerTokens("a-token-for-the-test"))
                : Served.Setup.DEFAULT;
    }

    private static String head(Served server, String... headers) {
        return "POST " + server.uri().getPath() + " HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                + String.join("\r\n", headers) + "\r\nContent-Length: " + RawClient.INITIALIZE.length() + "\r\n\r\n";
    }

    private static Socket send(Served server, String head) throws IOException {
        Socket socket = new Socket("localhost", server.port());
        socket.getOutputStream().write(head.getBytes(US_ASCII));
        return socket;
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void bodyOfARefusedRequestIsNotAskedForAndNoOtherRequestIsTakenForIt(Served.Host host, Refused refused)
            throws Exception {
        try (Served server = host.serve(NOBODY, setup(refused));
                Socket socket = send(server, head(server, refused.headers))) {
            String response = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            if (host == Served.Host.TOMCAT) {
                // It asks by itself, before anything is called, unless its connector is told otherwise.
                response = response.replaceFirst("^HTTP/1.1 100 \r\n\r\n", "");
            }

            assertThat(response)
                    .startsWith("HTTP/1.1 " + refused.status)
                    .containsIgnoringCase("\r\nconnection: close\r\n");
            assertThat(response.split("HTTP/1.1", -1)).hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void refusalIsReadOverHttp2(Served.Host host, Refused refused) throws Exception {
        Map<String, String> headers = new HashMap<>(
                Map.of("expect", "100-continue", "content-length", Integer.toString(RawClient.INITIALIZE.length())));
        for (String header : refused.headers) {
            headers.put(header.split(": ", 2)[0], header.split(": ", 2)[1]);
        }
        try (Served server = host.serve(NOBODY, setup(refused));
                Http2Client client = new Http2Client(server.port())) {
            Http2Client.Response response = client.sendHead("POST", server.uri().getPath(), headers);

            assertThat(response.head().status().code()).isEqualTo(refused.status);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bodyOfARequestThatMayBeTakenIsAskedFor(Served.Host host) throws Exception {
        try (Served server = host.serve(Puppet.agents(new LinkedBlockingQueue<>()), Served.Setup.DEFAULT);
                Socket socket = send(server, head(server, "Content-Type: application/json", "Connection: close"))) {
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readNBytes("HTTP/1.1 100".length()), US_ASCII))
                    .isEqualTo("HTTP/1.1 100");
            socket.getOutputStream().write(RawClient.INITIALIZE.getBytes(US_ASCII));
            assertThat(new String(in.readAllBytes(), US_ASCII)).contains("HTTP/1.1 200");
        }
    }
}
