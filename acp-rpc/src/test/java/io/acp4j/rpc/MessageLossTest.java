package io.acp4j.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.internal.handler.MessageLossHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.SessionId;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A loss of messages that a transport reports. */
class MessageLossTest {

    @Test
    void lossIsHandledInTheOrderOfTheSessionsNotifications() throws Exception {
        BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        LossyTransport transport = new LossyTransport();
        try (Connection connection = Handlers.builder()
                .onNotification(Note.TELL, (note, from) -> handled.add(note.sessionId() + " " + note.number()))
                .onMessageLoss((loss, from) -> handled.add(loss.session() + " " + loss.problem()))
                .build()
                .connect(transport)) {
            transport.deliver(Note.tell("s", 1));
            transport.lose(new MessageLoss(new SessionId("s"), "cut"));
            transport.deliver(Note.tell("s", 2));

            List<String> inOrder = List.of(next(handled), next(handled), next(handled));

            assertThat(inOrder.get(1)).endsWith(" cut");
            assertThat(inOrder.get(0)).endsWith(" 1");
            assertThat(inOrder.get(2)).endsWith(" 2");
        }
    }

    @Test
    void lossWithoutASessionKeepsItsPlaceAmongTheMessagesOfEachSession() throws Exception {
        BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        CountDownLatch mayContinue = new CountDownLatch(1);
        LossyTransport transport = new LossyTransport();
        try (Connection connection = ProtocolHandlers.builder()
                .onNotification(Note.TELL, (note, from) -> {
                    if (note.sessionId().value().equals("slow")) {
                        assertThat(mayContinue.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                    handled.add(note.sessionId() + " " + note.number());
                })
                .onMessageLoss(new MessageLossHandler() {
                    @Override
                    public void handle(MessageLoss loss, Connection from) {
                        handled.add(loss.session() + " " + loss.problem());
                    }

                    @Override
                    public List<SessionId> sessions() {
                        return List.of(new SessionId("slow"), new SessionId("fast"));
                    }
                })
                .build()
                .connect(transport, ConnectionOptions.defaults())) {
            transport.deliver(Note.tell("slow", 1));
            transport.deliver(Note.tell("fast", 1));
            transport.lose(new MessageLoss(null, "cut"));
            transport.deliver(Note.tell("fast", 2));
            transport.deliver(Note.tell("slow", 2));

            assertThat(List.of(next(handled), next(handled), next(handled)))
                    .containsExactly("fast 1", "fast cut", "fast 2");
            mayContinue.countDown();
            assertThat(List.of(next(handled), next(handled), next(handled)))
                    .containsExactly("slow 1", "slow cut", "slow 2");
        }
    }

    @Test
    void notificationAboveTheLimitIsALossOfItsSession() throws Exception {
        BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        LossyTransport transport = new LossyTransport();
        try (Connection connection = Handlers.builder()
                .onNotification(Note.TELL, (note, from) -> handled.add("note"))
                .onMessageLoss((loss, from) -> handled.add(loss.session() + " " + loss.problem()))
                .build()
                .connect(transport)) {
            byte[] beginning = Note.tell("s", 1).replace('\'', '"').getBytes(UTF_8);
            transport.refuse(FrameError.tooLarge(100, 0, beginning, 0, beginning.length - 1));

            assertThat(next(handled)).isEqualTo("s the message is longer than the limit of 100 bytes");
        }
    }

    @Test
    void connectionWithoutALossHandlerContinues() throws Exception {
        BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        LossyTransport transport = new LossyTransport();
        try (Connection connection = Handlers.builder()
                .onNotification(Note.TELL, (note, from) -> handled.add("note"))
                .build()
                .connect(transport)) {
            transport.lose(new MessageLoss(null, "cut"));
            transport.deliver(Note.tell("s", 1));

            assertThat(next(handled)).isEqualTo("note");
        }
    }

    private static String next(BlockingQueue<String> handled) throws InterruptedException {
        return String.valueOf(handled.poll(60, TimeUnit.SECONDS));
    }

    /** Delivers frames and losses on the thread of the test. */
    private static final class LossyTransport implements Transport {

        private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        private @Nullable TransportListener listener;

        void deliver(String frame) {
            byte[] bytes = frame.replace('\'', '"').getBytes(UTF_8);
            listener.onFrame(bytes, 0, bytes.length);
        }

        void refuse(FrameError fault) {
            listener.onFault(fault);
        }

        void lose(MessageLoss loss) {
            listener.onLoss(loss);
        }

        @Override
        public void start(TransportListener starting) {
            listener = starting;
        }

        @Override
        public void send(OutboundFrame frame) {}

        @Override
        public boolean send(OutboundFrame frame, long timeout, TimeUnit unit) {
            return true;
        }

        @Override
        public boolean offer(OutboundFrame frame) {
            return true;
        }

        @Override
        public void close() {
            if (closed.complete(CloseReason.local())) {
                listener.onEnd(CloseReason.local(), false);
            }
        }

        @Override
        public CompletionStage<CloseReason> closed() {
            return closed;
        }
    }
}
