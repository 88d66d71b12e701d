package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.testing.TwoDialects;
import io.acp4j.rpc.testing.TwoDialects.Word;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Messages that come in one write with the one that opens the connection are read in the dialect that it selects. */
class PipelinedOpeningTest {

    private static final int MANY = 200;
    private static final int TEXT = 0x81;

    private static ProtocolHandlers.Builder handlers() {
        return ProtocolHandlers.builder().onRequest(TwoDialects.ASK, (word, context) -> word);
    }

    private static void write(RawSocket peer, String first) throws IOException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        frames.writeBytes(peer.encode(TEXT, first.getBytes(UTF_8)));
        for (String query : TwoDialects.queries(MANY)) {
            frames.writeBytes(peer.encode(TEXT, query.getBytes(UTF_8)));
        }
        peer.write(frames.toByteArray());
    }

    private static void assertAllEchoed(RawSocket peer) throws IOException {
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            messages.add(peer.read().text());
        }
        assertThat(messages).containsExactlyInAnyOrderElementsOf(TwoDialects.echoes(MANY));
    }

    @Test
    void behindTheRequest() throws Exception {
        ProtocolHandlers handlers = handlers()
                .openedBy(TwoDialects.OPEN, TwoDialects::select)
                .onRequest(TwoDialects.OPEN, (word, context) -> word)
                .build();
        try (WsServer server = WsServer.builder(transport -> {
                            var unused = handlers.connect(transport);
                        })
                        .start();
                RawSocket peer = RawSocket.open(server)) {
            write(peer, TwoDialects.open(0, 2));
            assertThat(peer.read().text()).isEqualTo(TwoDialects.opened("0", 2));
            assertAllEchoed(peer);
        }
    }

    @Test
    void behindTheResponse() throws Exception {
        ProtocolHandlers handlers =
                handlers().opensWith(TwoDialects.OPEN, TwoDialects::select).build();
        try (FakeServer server = new FakeServer()) {
            CompletableFuture<Connection> connecting = CompletableFuture.supplyAsync(() -> {
                try {
                    return handlers.connect(WsTransport.builder(server.uri()).connect());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            try (RawSocket peer = server.accept("");
                    Connection connection = connecting.get(60, TimeUnit.SECONDS)) {
                CompletableFuture<Word> opening = connection.requestAsync(TwoDialects.OPEN, Word.of(2));
                assertThat(peer.read().text()).isEqualTo(TwoDialects.open(1, 2));
                write(peer, TwoDialects.opened("1", 2));
                assertAllEchoed(peer);
                assertThat(opening.get(60, TimeUnit.SECONDS)).isEqualTo(Word.of(2));
            }
        }
    }
}
