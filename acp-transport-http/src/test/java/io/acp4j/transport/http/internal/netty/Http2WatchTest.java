package io.acp4j.transport.http.internal.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.transport.http.HttpLimits;
import io.acp4j.transport.http.internal.server.ServingSettings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a socket with HTTP/2 is pinged, and when it is closed, with a clock that the test plays. */
class Http2WatchTest {

    private static final int FRAME_HEAD = 9;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int ACK = 1;

    /** HEADERS that end the stream and their block: {@code GET / http}, all of the table that both sides know. */
    private static final byte[] REQUEST = {0, 0, 3, 1, 5, 0, 0, 0, 1, (byte) 0x82, (byte) 0x84, (byte) 0x86};

    private final MockTicker clock = Ticker.newMockTicker();
    private final EmbeddedChannel channel = open(Duration.ofMinutes(10));

    private EmbeddedChannel open(Duration idle) {
        Http2FrameCodec codec = Http2FrameCodecBuilder.forServer().build();
        ServingSettings settings =
                new ServingSettings(transport -> {}, HttpLimits.defaults(), 1, 1, Duration.ofMinutes(1), idle, false);
        EmbeddedChannel opened = EmbeddedChannel.builder()
                .ticker(clock)
                .handlers(codec, new Http2Watch(codec, settings))
                .build();
        opened.writeInbound(Http2CodecUtil.connectionPrefaceBuf());
        opened.writeInbound(frame(SETTINGS, 0, new byte[0]));
        opened.releaseOutbound();
        return opened;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private static ByteBuf frame(int type, int flags, byte[] payload) {
        return Unpooled.wrappedBuffer(ByteBuffer.allocate(FRAME_HEAD + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(0)
                .put(payload)
                .array());
    }

    /** Lets time pass, and returns how many pings the client has got meanwhile. */
    private int pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
        int pings = 0;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            while (out.readableBytes() >= FRAME_HEAD) {
                int length = out.readUnsignedMedium();
                pings += out.readByte() == PING ? 1 : 0;
                out.skipBytes(Math.min(out.readableBytes(), 1 + Integer.BYTES + length));
            }
            out.release();
        }
        return pings;
    }

    @Test
    void clientThatDoesNotRespondToAPingIsClosed() {
        assertThat(pass(29)).isZero();
        assertThat(pass(10)).isEqualTo(1);
        assertThat(channel.isOpen()).isTrue();
        assertThat(pass(10)).isZero();
        assertThat(channel.isOpen()).isTrue();
        pass(20);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void clientThatRespondsToPingsIsPingedAgainAndStaysWhileItReadsAStream() {
        channel.writeInbound(Unpooled.wrappedBuffer(REQUEST));
        for (int i = 0; i < 60; i++) {
            assertThat(pass(40)).as("pings in 40 s of silence").isEqualTo(1);
            channel.writeInbound(frame(PING, ACK, new byte[Long.BYTES]));
        }
        assertThat(channel.isOpen()).isTrue();
    }

    /** A frame, whatever it is, and even a part of one. */
    @ParameterizedTest
    @ValueSource(ints = {1, FRAME_HEAD})
    void anythingThatAClientSendsIsASignOfLife(int bytes) {
        assertThat(pass(40)).isEqualTo(1);
        channel.writeInbound(frame(SETTINGS, 0, new byte[0]).slice(0, bytes));
        pass(25);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void socketWithoutAnyStreamIsClosedWhenItIsIdleForTooLong() {
        channel.close();
        EmbeddedChannel idle = open(Duration.ofSeconds(40));
        for (int i = 0; i < 35; i++) {
            clock.advance(1, TimeUnit.SECONDS);
            idle.runScheduledPendingTasks();
        }
        assertThat(idle.isOpen()).isTrue();
        for (int i = 0; i < 15; i++) {
            clock.advance(1, TimeUnit.SECONDS);
            idle.runScheduledPendingTasks();
        }
        assertThat(idle.isOpen()).isFalse();
        idle.finishAndReleaseAll();
    }
}
