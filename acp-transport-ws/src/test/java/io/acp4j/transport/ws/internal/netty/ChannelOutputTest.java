package io.acp4j.transport.ws.internal.netty;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.internal.transport.OutboundQueue;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TextFrame;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ChannelOutputTest {

    private static final ChannelOutput.Events NOBODY = new ChannelOutput.Events() {
        @Override
        public void writing() {}

        @Override
        public void failed(IOException failure) {
            throw new AssertionError(failure);
        }
    };

    private static void setWritable(EmbeddedChannel channel, boolean writable) {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, writable);
    }

    @Test
    void closeFrameWaitsForWhatIsQueuedThoughTheChannelTakesNoMore() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        OutboundQueue queue = new OutboundQueue(1000, OutboundFrame::writeTo, here -> {});
        ChannelOutput output = new ChannelOutput(channel, queue, false, false, NOBODY);
        channel.pipeline().addLast(output);
        queue.send(new TextFrame("last"));
        setWritable(channel, false);

        queue.end(CloseReason.local());
        output.finish(1000, "");

        assertThat(channel.<Object>readOutbound()).isNull();
        setWritable(channel, true);
        output.drain();
        ByteBuf frame = channel.readOutbound();
        assertThat(frame.toString(UTF_8)).endsWith("last");
        frame.release();
        CloseWebSocketFrame close = channel.readOutbound();
        assertThat(close.statusCode()).isEqualTo(1000);
        close.release();
        assertThat(channel.finish()).isFalse();
    }
}
