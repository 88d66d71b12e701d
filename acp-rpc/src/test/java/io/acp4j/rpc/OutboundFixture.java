package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A connection that requests are sent over, to a raw peer. */
abstract class OutboundFixture {

    static final Duration LIMIT = Duration.ofSeconds(60);

    static final RequestMethod<RawJson, RawJson> RAW = RequestMethod.extension("_raw", RawJson.CODEC, RawJson.CODEC);

    static final RequestMethod<Note, String> TEXT = RequestMethod.extension("_text", Note.CODEC, Codecs.STRING);

    static final Duration SHORT = Duration.ofMillis(50);

    final RawPeer peer = new RawPeer();

    final Connection connection = Note.answering()
            .build()
            .connect(
                    peer.transport(),
                    ConnectionOptions.builder()
                            .maxOutboundRequests(1)
                            .maxDepth(40)
                            .requestTimeout(Duration.ofSeconds(30))
                            .requestTimeout("_nest", SHORT)
                            .build());

    @AfterEach
    void close() {
        connection.close();
    }

    static long idOf(String frame) {
        return RawPeer.json(frame).path("id").asLong();
    }

    /** Makes a request and answers it, which works only when no earlier one is still there. */
    void assertNothingIsLeft() throws Exception {
        CompletableFuture<Note> next = connection.requestAsync(Note.ASK, Note.of(1), Duration.ofSeconds(60));
        peer.send(Note.result(idOf(peer.next()), 77));
        assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(77));
        assertThat(peer.poll()).isNull();
    }

    static <E extends Throwable> E failure(Class<E> type, CompletableFuture<?> future) {
        ExecutionException e = catchThrowableOfType(ExecutionException.class, () -> future.get(60, TimeUnit.SECONDS));
        assertThat(e).as("failure").isNotNull();
        assertThat(e.getCause()).isInstanceOf(type);
        return type.cast(e.getCause());
    }
}
