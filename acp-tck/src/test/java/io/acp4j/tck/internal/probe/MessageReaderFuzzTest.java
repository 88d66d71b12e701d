package io.acp4j.tck.internal.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.acp4j.tck.internal.http.ByteMutator;
import io.acp4j.tck.internal.wire.LineSplitter;
import io.acp4j.tck.internal.wire.MessageStore;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that malformed lines are recorded in the transcript and cause no exception. */
class MessageReaderFuzzTest {

    private static final int ROUNDS = 10_000;

    private static final List<String> LINES = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\",\"number\":1.5e3}}\n",
            "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\","
                    + "\"requestedSchema\":{\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":3}}}}}\n",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/request_permission\",\"params\":{\"options\":[{\"kind\":"
                    + "\"allow_once\",\"optionId\":\"o\"}]}}\n{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{}}\n");

    @Test
    void noMalformedLineLeavesTheReaderByAnException() throws IOException {
        for (long seed = 0; seed < ROUNDS; seed++) {
            byte[] bytes = new ByteMutator(seed)
                    .mutate(LINES.get((int) (seed % LINES.size())).getBytes(UTF_8));
            Outgoing outgoing = new Outgoing(Host.answers(0), new MessageStore(1, 0));
            outgoing.opened(new SilentWire());
            Relay relay = new Relay(outgoing.log());
            long round = seed;
            assertThatCode(() -> LineSplitter.read(new ByteArrayInputStream(bytes), relay))
                    .as("seed %s", round)
                    .doesNotThrowAnyException();
            assertThat(outgoing.log().end()).as("seed %s", round).isNull();
        }
    }

    @Test
    void aMessageThatCannotBeHandledEndsTheConnectionWithThatReason() {
        Log log = new Log(
                request -> {
                    throw new IllegalStateException("a fault of the handler");
                },
                new MessageStore(1, 0));
        WireListener relay = new Relay(log);

        relay.received("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}".getBytes(UTF_8), true);

        assertThat(log.end()).contains("cannot be handled", "a fault of the handler");
    }

    /** A connection on which nothing is sent. */
    private static final class SilentWire implements io.acp4j.tck.internal.wire.Wire {

        @Override
        public void write(byte[] bytes) {
            // The responses of the kit do not matter here.
        }

        @Override
        public void send(byte[] message) {
            // The responses of the kit do not matter here.
        }

        @Override
        public boolean isStream() {
            return true;
        }

        @Override
        public void closeInput() {
            // This connection has no process.
        }

        @Override
        public java.util.OptionalInt awaitExit(Duration limit) {
            return java.util.OptionalInt.empty();
        }

        @Override
        public void close() {
            // This connection has no process.
        }
    }
}
