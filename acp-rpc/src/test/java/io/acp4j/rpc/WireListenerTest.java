package io.acp4j.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.testing.RawPeer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WireListenerTest {

    private final RawPeer peer = new RawPeer();

    @Test
    void listenersSeeEveryFrameAsItIsInOrder() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        ConnectionOptions options = ConnectionOptions.builder()
                .listener((direction, buffer, offset, length) ->
                        seen.add(direction + " " + new String(buffer, offset, length, UTF_8)))
                .build();
        try (Connection connection = Note.answering().build().connect(peer.transport(), options)) {
            String malformed = "{\"jsonrpc\" :  2.0, nonsense";
            String ping = Note.call("_ping", 1, "s", 1).replace('\'', '"');
            peer.send(malformed);
            String refusal = peer.next();
            peer.send(ping);
            String pong = peer.next();
            connection.notify(Note.TELL, Note.of(1));
            String told = peer.next();
            CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(2));
            String asked = peer.next();
            answer.cancel(true);
            String cancelled = peer.next();

            assertThat(seen)
                    .containsExactly(
                            "INBOUND " + malformed,
                            "OUTBOUND " + refusal,
                            "INBOUND " + ping,
                            "OUTBOUND " + pong,
                            "OUTBOUND " + told,
                            "OUTBOUND " + asked,
                            "OUTBOUND " + cancelled);
        }
    }

    @Test
    void framesOfManySendersAreSeenInTheOrderOfTheWire() throws Exception {
        List<String> seen = new ArrayList<>();
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean overlapping = new AtomicBoolean();
        ConnectionOptions options = ConnectionOptions.builder()
                .listener((direction, buffer, offset, length) -> {
                    overlapping.compareAndSet(false, inside.incrementAndGet() != 1);
                    seen.add(new String(buffer, offset, length, UTF_8));
                    inside.decrementAndGet();
                })
                .build();
        ExecutorService senders = Executors.newFixedThreadPool(8);
        try (Connection connection = Note.answering().build().connect(peer.transport(), options)) {
            for (int s = 0; s < 8; s++) {
                int from = s * 500;
                senders.execute(() -> {
                    for (int i = from; i < from + 500; i++) {
                        connection.notify(Note.TELL, Note.of(i));
                    }
                });
            }
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 4000; i++) {
                sent.add(peer.next());
            }
            assertThat(seen).isEqualTo(sent);
            assertThat(overlapping).isFalse();
        } finally {
            senders.shutdown();
        }
    }

    @Test
    void whatAListenerThrowsChangesNothing() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        ConnectionOptions options = ConnectionOptions.builder()
                .listener((direction, buffer, offset, length) -> {
                    throw new IllegalStateException("of a listener");
                })
                .listener((direction, buffer, offset, length) -> {
                    throw new AssertionError("of a listener");
                })
                .listener((direction, buffer, offset, length) -> seen.add(direction.name()))
                .build();
        try (Connection connection = Note.answering().build().connect(peer.transport(), options)) {
            peer.send(Note.call("_ping", 1, "s", 1));
            assertThat(peer.nextJson().has("result")).isTrue();
            CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(2));
            peer.next();
            peer.send(Note.result(1, 3));
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(3));
            assertThat(seen).containsExactly("INBOUND", "OUTBOUND", "OUTBOUND", "INBOUND");
        }
    }
}
