package io.acp4j.tck.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.internal.wire.Entry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingTest {

    private static Recording recording(int messages, int length) {
        List<Entry> entries = IntStream.range(0, messages)
                .mapToObj(index -> {
                    byte[] bytes = (index + "-" + "x".repeat(length)).getBytes(StandardCharsets.UTF_8);
                    return new Entry(index, index, false, Entry.Kind.INVALID, bytes, null, null);
                })
                .toList();
        return new Recording(entries, MissingNode.getInstance(), Set.of(), true, false, "");
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "10, 10", "500, 10", "10000, 10", "10000, 1000", "40, 100000", "3, 1000000"})
    void anExcerptHasTheBeginningAndTheEndAndSaysHowManyAreLeftOut(int messages, int length) {
        long most = 64 * 1024;

        Recording excerpt = recording(messages, length).excerpt(most);

        List<Entry> kept = excerpt.entries();
        assertThat(excerpt.messages()).isEqualTo(messages);
        assertThat(kept.get(0).text()).startsWith("0-");
        assertThat(kept.get(kept.size() - 1).text()).startsWith((messages - 1) + "-");
        assertThat(kept).extracting(Entry::index).isSorted().doesNotHaveDuplicates();
        List<Entry> shown =
                kept.stream().filter(entry -> entry.kind() != Entry.Kind.NOTE).toList();
        assertThat(shown.stream().mapToInt(entry -> entry.bytes().length).sum()).isLessThan((int) (2 * most));
        if (shown.size() == messages) {
            assertThat(kept).hasSameSizeAs(shown);
        } else {
            assertThat(kept)
                    .filteredOn(entry -> entry.kind() == Entry.Kind.NOTE)
                    .extracting(Entry::problem)
                    .containsExactly((messages - shown.size()) + " messages are left out here");
        }
    }
}
