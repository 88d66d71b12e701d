package io.acp4j.tck.internal.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each reader handles malformed server responses without an unchecked exception. */
class HttpReaderFuzzTest {

    private static final int ROUNDS = 20_000;
    private static final int SOCKET_ROUNDS = 300;
    private static final int MAX_BODY = 64 * 1024;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final byte[] CHUNKED = bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n10;name=value\r\ndata: {\"a\": 1}\n\n\r\n5\r\n: ok\n\r\n0\r\nTrailer: x\r\n\r\n");

    private static final byte[] WITH_LENGTH = bytes(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"a\": 1}");

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    private static byte[] read(byte[] response) throws IOException {
        InputStream in = new ByteArrayInputStream(response);
        ResponseHead head = ResponseHead.readFinal(() -> ResponseHead.read(in));
        return HttpBody.of(head, in, "POST").readNBytes(MAX_BODY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n;\r\n",
                "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
                "Content-Length: -1\r\n\r\nhello",
                "Content-Length: 5, 6\r\n\r\nhello",
                "Content-Length: 99999999999999999999\r\n\r\nhello"
            })
    void aMalformedLengthIsReported(String response) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> read(bytes("HTTP/1.1 200 OK\r\n" + response)))
                .withMessageContaining("number");
    }

    @Test
    void aHeadWithoutLinesIsReported() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> read(bytes("\r\n\r\n")))
                .withMessageContaining("empty");
    }

    @Test
    void interimResponsesWithoutEndAreReported() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> read(bytes("HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000))))
                .withMessageContaining("interim");
    }

    @Test
    void noMalformedResponseLeavesTheReaderByAnUncheckedException() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            byte[] response = new ByteMutator(seed).mutate(seed % 2 == 0 ? CHUNKED : WITH_LENGTH);
            try {
                assertThat(read(response).length).isLessThanOrEqualTo(MAX_BODY);
            } catch (IOException e) {
                assertThat(e.getMessage()).isNotBlank();
            } catch (RuntimeException e) {
                fail("seed " + seed, e);
            }
        }
    }

    @Test
    void eachStreamOfEventsEndsWithAReason() throws Exception {
        for (long seed = 0; seed < SOCKET_ROUNDS; seed++) {
            byte[] response = new ByteMutator(seed).mutate(CHUNKED);
            CompletableFuture<String> end = new CompletableFuture<>();
            var unused = new EventStream(new GivenExchange(response), new EventStream.Sink() {
                @Override
                public void event(byte[] data) {
                    if (data.length % 2 == 1) {
                        throw new IllegalStateException("an event that its receiver cannot read");
                    }
                }

                @Override
                public void ended(String reason) {
                    end.complete(reason);
                }
            });
            assertThat(end.get(1, TimeUnit.MINUTES)).as("seed %s", seed).isNotBlank();
        }
    }

    @Test
    void noMalformedFramesOfHttp2LeaveTheReaderByAnUncheckedException() throws Exception {
        byte[] good = http2();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/acp");
            for (long seed = -1; seed < SOCKET_ROUNDS; seed++) {
                byte[] response = seed < 0 ? good : new ByteMutator(seed).mutate(good);
                CompletableFuture<Void> served = CompletableFuture.runAsync(() -> serve(server, response));
                try (Http2Exchange exchange = new Http2Exchange(uri, HttpCall.events(), LIMIT)) {
                    assertThat(exchange.finish(MAX_BODY)).hasSizeLessThanOrEqualTo(MAX_BODY);
                } catch (IOException e) {
                    assertThat(seed).as("the good response").isNotNegative();
                } catch (RuntimeException e) {
                    fail("seed " + seed, e);
                }
                served.get(1, TimeUnit.MINUTES);
            }
        }
    }

    private static void serve(ServerSocket server, byte[] response) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(response);
            socket.shutdownOutput();
            // A reset instead of an end could overtake the response.
            socket.getInputStream().transferTo(new ByteArrayOutputStream());
        } catch (IOException e) {
            // The client has closed the connection after malformed data.
        }
    }

    private static byte[] http2() throws Exception {
        var block = Unpooled.buffer();
        new DefaultHttp2HeadersEncoder()
                .encodeHeaders(
                        1, new DefaultHttp2Headers().status("200").add("content-type", "application/json"), block);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(frame(4, 0, 0, new byte[0]));
        out.writeBytes(frame(Http2Frames.HEADERS, Http2Frames.END_HEADERS, 1, ByteBufUtil.getBytes(block)));
        out.writeBytes(frame(Http2Frames.DATA, Http2Frames.END_STREAM, 1, bytes("{\"a\": 1}")));
        return out.toByteArray();
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** A response whose bytes are in memory. */
    private static final class GivenExchange implements Exchange {

        private final ResponseHead head;
        private final InputStream body;

        GivenExchange(byte[] response) {
            InputStream in = new ByteArrayInputStream(response);
            ResponseHead read = new ResponseHead("HTTP/1.1 200 OK", 200, java.util.Map.of());
            InputStream rest = in;
            try {
                read = ResponseHead.read(in);
                rest = HttpBody.of(read, in, "GET");
            } catch (IOException e) {
                // The rest is read as the events.
            }
            this.head = read;
            this.body = rest;
        }

        @Override
        public ResponseHead head() {
            return head;
        }

        @Override
        public InputStream body() {
            return body;
        }

        @Override
        public void patient() {
            // It is in memory.
        }

        @Override
        public void close() {
            // It is in memory.
        }
    }
}
