package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class CompressionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String OFFER = "Sec-WebSocket-Extensions: permessage-deflate\r\n";

    @Test
    void messagesAreNotCompressedUnlessThatIsWanted() throws Exception {
        try (Pair pair = new Pair(server -> server);
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            assertThat(raw.ask(RawSocket.upgrade(OFFER)))
                    .startsWith("HTTP/1.1 101 ")
                    .doesNotContainIgnoringCase("extensions");
        }
    }

    @Test
    void compressedMessagesArriveWholeBothWays() throws Exception {
        try (Pair pair = new Pair(WsServerBuilder::compression);
                FaultProxy proxy = FaultProxy.to(pair.server.port())) {
            WsTransport client = Pair.client(URI.create("ws://localhost:" + proxy.port()))
                    .compression()
                    .connect();
            WsTransport server = pair.accepted();
            RecordingListener near = new RecordingListener();
            RecordingListener far = new RecordingListener();
            client.start(near);
            server.start(far);
            long before = proxy.up();
            List<String> texts = List.of("{}", "\"" + "é€".repeat(200_000) + "\"", "{\"last\":true}");
            for (String text : texts) {
                client.send(new TextFrame(text));
                server.send(new TextFrame(text));
            }
            await().atMost(PATIENCE).until(() -> near.frameCount() == 3 && far.frameCount() == 3);
            assertThat(near.frames().equals(texts)).isTrue();
            assertThat(far.frames().equals(texts)).isTrue();
            assertThat(proxy.up() - before).isLessThan(100_000);
            client.close();
            assertThat(server.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void messageThatExpandsBeyondTheLimitIsSkippedUpToABound() throws Exception {
        int limit = 100_000;
        try (Pair pair = new Pair(server -> server.compression()
                        .limits(WsLimits.builder().maxMessageBytes(limit).build()));
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            assertThat(raw.ask(RawSocket.upgrade(OFFER))).containsIgnoringCase("permessage-deflate");
            RecordingListener listener = new RecordingListener();
            WsTransport transport = pair.accepted();
            transport.start(listener);
            raw.frame(0xC1, deflated(1_000));
            await().atMost(PATIENCE).until(() -> listener.frameCount() == 1);
            raw.frame(0xC1, deflated(1_500_000));
            await().atMost(PATIENCE).until(() -> listener.faults().size() == 1);
            raw.frame(0xC1, deflated(2_000));
            await().atMost(PATIENCE).until(() -> listener.frameCount() == 2);
            raw.frame(0xC1, deflated(50_000_000));
            assertThat(raw.readClose()).isEqualTo(1009);
            raw.close();
            assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
            assertThat(listener.frames()).hasSize(2);
            assertThat(listener.faults())
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.maxBytes()).isEqualTo(limit));
        }
    }

    @Test
    void nonsenseInsteadOfCompressedDataEndsTheConnection() throws Exception {
        try (Pair pair = new Pair(WsServerBuilder::compression);
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            assertThat(raw.ask(RawSocket.upgrade(OFFER))).startsWith("HTTP/1.1 101 ");
            pair.accepted().start(new RecordingListener());
            byte[] nonsense = new byte[100];
            Arrays.fill(nonsense, (byte) 0xff);
            raw.frame(0xC1, nonsense);
            assertThat(raw.readClose()).isIn(1002, 1007, 1009);
        }
    }

    private static byte[] deflated(int length) {
        byte[] text = new byte[length];
        Arrays.fill(text, (byte) '1');
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(text);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        int count = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
        while (count > 0) {
            out.write(buffer, 0, count);
            count = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
        }
        deflater.end();
        byte[] all = out.toByteArray();
        return Arrays.copyOf(all, all.length - 4);
    }
}
