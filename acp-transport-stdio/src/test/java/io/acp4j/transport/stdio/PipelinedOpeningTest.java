package io.acp4j.transport.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.testing.TwoDialects;
import io.acp4j.rpc.testing.TwoDialects.Word;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Lines that come in one write with the one that opens the connection are read in the dialect that it selects. */
class PipelinedOpeningTest {

    private static final int MANY = 200;

    private static ProtocolHandlers.Builder handlers() {
        return ProtocolHandlers.builder().onRequest(TwoDialects.ASK, (word, context) -> word);
    }

    private static void write(SocketPair sockets, String first) throws IOException {
        List<String> lines = new ArrayList<>(List.of(first));
        lines.addAll(TwoDialects.queries(MANY));
        sockets.second().getOutputStream().write((String.join("\n", lines) + "\n").getBytes(UTF_8));
    }

    private static BufferedReader reader(SocketPair sockets) throws IOException {
        sockets.second().setSoTimeout(60_000);
        return new BufferedReader(new InputStreamReader(sockets.second().getInputStream(), UTF_8));
    }

    private static void assertAllEchoed(BufferedReader in) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            lines.add(in.readLine());
        }
        assertThat(lines).containsExactlyInAnyOrderElementsOf(TwoDialects.echoes(MANY));
    }

    @Test
    void behindTheRequest() throws Exception {
        SocketPair sockets = SocketPair.connect();
        ProtocolHandlers handlers = handlers()
                .openedBy(TwoDialects.OPEN, TwoDialects::select)
                .onRequest(TwoDialects.OPEN, (word, context) -> word)
                .build();
        try (Connection unused = handlers.connect(StreamTransportTest.over(sockets.first(), StdioLimits.defaults()))) {
            write(sockets, TwoDialects.open(0, 2));
            BufferedReader in = reader(sockets);
            assertThat(in.readLine()).isEqualTo(TwoDialects.opened("0", 2));
            assertAllEchoed(in);
        }
    }

    @Test
    void behindTheResponse() throws Exception {
        SocketPair sockets = SocketPair.connect();
        ProtocolHandlers handlers =
                handlers().opensWith(TwoDialects.OPEN, TwoDialects::select).build();
        try (Connection connection =
                handlers.connect(StreamTransportTest.over(sockets.first(), StdioLimits.defaults()))) {
            CompletableFuture<Word> opening = connection.requestAsync(TwoDialects.OPEN, Word.of(2));
            BufferedReader in = reader(sockets);
            assertThat(in.readLine()).isEqualTo(TwoDialects.open(1, 2));
            write(sockets, TwoDialects.opened("1", 2));
            assertAllEchoed(in);
            assertThat(opening.get(60, TimeUnit.SECONDS)).isEqualTo(Word.of(2));
        }
    }
}
