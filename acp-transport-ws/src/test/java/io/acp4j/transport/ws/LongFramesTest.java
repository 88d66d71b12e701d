package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.transport.ws.internal.Messages;
import io.acp4j.transport.ws.internal.netty.FrameReader;
import io.acp4j.transport.ws.internal.netty.StrictFrameDecoder;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of any length, cut anywhere, yield the messages that were sent; messages above the limit yield one fault each. */
class LongFramesTest {

    private static final int LIMIT = 150_000;
    private static final int SEEDS = 60;

    /** Records the texts of messages and pings. */
    private static final class Recorder extends ChannelInboundHandlerAdapter {

        final List<String> events = new ArrayList<>();
        private final FrameReader reader = new FrameReader(LIMIT, LIMIT, false, this::note);

        private void note(Messages messages) {
            for (int i = 0; i < messages.count(); i++) {
                int start = messages.start(i);
                events.add(new String(messages.array(), start, messages.end(i) - start, UTF_8));
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event.equals(StrictFrameDecoder.OVERSIZE_FRAME)) {
                reader.refuseNextFrame();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            WebSocketFrame frame = (WebSocketFrame) message;
            if (frame instanceof PingWebSocketFrame) {
                reader.pass();
                events.add("ping " + frame.content().toString(UTF_8));
            } else {
                Object fault =
                        frame instanceof ContinuationWebSocketFrame ? reader.continuation(frame) : reader.text(frame);
                assertThat(fault).isNull();
            }
            ReferenceCountUtil.release(message);
        }
    }

    private static RawSocket encoder(boolean masking) throws IOException {
        return new RawSocket(
                new Socket() {
                    @Override
                    public void setSoTimeout(int timeout) {}

                    @Override
                    public void setTcpNoDelay(boolean on) {}

                    @Override
                    public java.io.InputStream getInputStream() {
                        return java.io.InputStream.nullInputStream();
                    }
                },
                masking);
    }

    private static int length(Random random) {
        int[] around = {0, 1, 125, 126, 127, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, LIMIT, LIMIT + 1, 500_000};
        return random.nextBoolean() ? around[random.nextInt(around.length)] : random.nextInt(200_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void framesCutAnywhereYieldTheirMessages(boolean masking) throws Exception {
        RawSocket encoder = encoder(masking);
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            List<String> expected = new ArrayList<>();
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                String text = text(random, length(random));
                int cut = random.nextBoolean() ? text.length() : random.nextInt(text.length() + 1);
                if (cut == text.length()) {
                    bytes.writeBytes(encoder.encode(0x81, text.getBytes(UTF_8)));
                } else {
                    bytes.writeBytes(encoder.encode(0x01, text.substring(0, cut).getBytes(UTF_8)));
                    bytes.writeBytes(encoder.encode(0x89, "between".getBytes(UTF_8)));
                    expected.add("ping between");
                    bytes.writeBytes(encoder.encode(0x80, text.substring(cut).getBytes(UTF_8)));
                }
                if (!text.isEmpty()) {
                    expected.add(text.length() <= LIMIT ? text : text.substring(0, 64 * 1024));
                }
            }
            assertThat(decoded(bytes.toByteArray(), random, masking).equals(expected))
                    .as("seed %d", seed)
                    .isTrue();
        }
    }

    private static String text(Random random, int length) {
        char[] text = new char[length];
        for (int i = 0; i < length; i++) {
            text[i] = (char) ('a' + random.nextInt(26));
        }
        return new String(text);
    }

    private static List<String> decoded(byte[] bytes, Random random, boolean masking) {
        Recorder recorder = new Recorder();
        EmbeddedChannel channel = new EmbeddedChannel(StrictFrameDecoder.of(masking, false, LIMIT, LIMIT), recorder);
        int most = random.nextBoolean() ? 20 : 100_000;
        for (int at = 0; at < bytes.length; ) {
            int end = Math.min(bytes.length, at + 1 + random.nextInt(random.nextInt(3) == 0 ? 20 : most + 60_000));
            channel.writeInbound(Unpooled.wrappedBuffer(Arrays.copyOfRange(bytes, at, end)));
            at = end;
        }
        recorder.reader.pass();
        assertThat(channel.finishAndReleaseAll()).isFalse();
        return recorder.events;
    }
}
