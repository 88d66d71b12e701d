package io.acp4j.tck.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageStoreTest {

    private static final int NO_MEMORY = Integer.MAX_VALUE;

    private static final List<String> MESSAGES = List.of(
            "",
            "x",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/prompt\",\"params\":{\"sessionId\":\"s-1\"}}",
            "{\"method\":\"session/update\",\"params\":{\"sessionId\":\"s-2\",\"update\":{\"sessionUpdate\":\"plan\"}}}",
            "{\"method\":\"" + "long/".repeat(50) + "\",\"params\":{\"sessionId\":\"" + "s".repeat(300) + "\"}}",
            "{\"id\":\"ä\uD83D\uDE00\",\"result\":{\"text\":\"" + "字".repeat(10_000) + "\"}}",
            "[1,2,3",
            "null",
            "{\"id\":7,\"error\":{\"code\":-32700}} ");

    private static Entry entry(MessageStore store, int index, byte[] bytes) {
        try {
            return Entry.in(store, index, 0, false, Entry.Kind.INVALID, bytes, read(bytes), null);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static com.fasterxml.jackson.databind.@Nullable JsonNode read(byte[] bytes) {
        try {
            return Json.readRepaired(bytes);
        } catch (IOException e) {
            return null;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50_000, NO_MEMORY})
    void whatIsKeptIsTheSameInMemoryAndInAFile(int stores) {
        List<Entry> held = new ArrayList<>();
        List<Entry> kept = new ArrayList<>();
        try (MessageStore store = new MessageStore(stores, 10_000_000)) {
            for (String message : MESSAGES) {
                for (byte[] bytes : List.of(
                        message.getBytes(StandardCharsets.UTF_8),
                        message.getBytes(StandardCharsets.UTF_16LE),
                        message.getBytes(StandardCharsets.ISO_8859_1))) {
                    held.add(new Entry(held.size(), 0, false, Entry.Kind.INVALID, bytes, read(bytes), null));
                    kept.add(entry(store, kept.size(), bytes));
                }
            }
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < 3 * held.size(); i++) {
                order.add(i % held.size());
            }
            Collections.shuffle(order, new Random(stores));
            for (int i : order) {
                Entry one = held.get(i);
                Entry other = kept.get(i);
                assertThat(other.bytes()).isEqualTo(one.bytes());
                assertThat(other.json()).isEqualTo(one.json());
                assertThat(other.method()).isEqualTo(one.method());
                assertThat(other.update()).isEqualTo(one.update());
                assertThat(other.session()).isEqualTo(one.session());
                assertThat(other.brief()).isEqualTo(one.brief());
                assertThat(other.length()).isEqualTo(one.length());
                assertThat(other.excerpt().bytes()).isEqualTo(one.excerpt().bytes());
                assertThat(other.excerpt().length()).isEqualTo(one.length());
            }
        }
    }

    @Test
    void whatDoesNotFitIntoTheFileIsRefusedAndTheRestStaysAsItIs() throws IOException {
        byte[] message = MESSAGES.get(2).getBytes(StandardCharsets.UTF_8);
        try (MessageStore store = new MessageStore(NO_MEMORY, 2L * message.length + 1)) {
            Entry first = entry(store, 0, message);
            Entry second = entry(store, 1, message);
            for (int i = 0; i < 2; i++) {
                assertThatIOException()
                        .isThrownBy(() -> store.add(message, null))
                        .withMessageContaining("--disk-limit");
            }
            Entry small = entry(store, 2, new byte[] {'x'});

            assertThat(first.bytes()).isEqualTo(message);
            assertThat(second.bytes()).isEqualTo(message);
            assertThat(small.text()).isEqualTo("x");
        }
    }

    @Test
    void anExcerptAndACopyOutliveTheStore() {
        MessageStore store = new MessageStore(NO_MEMORY, 1_000);
        Entry entry = entry(store, 0, MESSAGES.get(2).getBytes(StandardCharsets.UTF_8));
        Entry excerpt = entry.excerpt();
        Entry copy = entry.copy(5, 0);
        store.close();

        assertThat(excerpt.text()).isEqualTo(MESSAGES.get(2));
        assertThat(copy.at("/id").asInt()).isEqualTo(1);
        assertThat(entry.method()).isEqualTo("session/prompt");
        assertThatIllegalStateException().isThrownBy(entry::bytes);
    }
}
