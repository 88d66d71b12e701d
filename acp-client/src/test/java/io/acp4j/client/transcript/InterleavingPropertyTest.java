package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.callUpdate;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.thought;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class InterleavingPropertyTest {

    /** Returns what belongs to one entry, in its order. */
    private static List<Queue<SessionUpdate>> streams(Random random) {
        List<Queue<SessionUpdate>> streams = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int s = 0; s < count; s++) {
            String id = "m" + s;
            int kinds = 1 + random.nextInt(7);
            if ((kinds & 1) != 0) {
                streams.add(chunks(random, text -> agent(id, text)));
            }
            if ((kinds & 2) != 0) {
                // A thought may share the id of a message.
                streams.add(chunks(random, text -> thought(id, text)));
            }
            if ((kinds & 4) != 0) {
                streams.add(new ArrayDeque<>(List.of(
                        call("c" + s, "Call " + s),
                        callUpdate("c" + s, ToolCallStatus.IN_PROGRESS),
                        callUpdate("c" + s, ToolCallStatus.COMPLETED))));
            }
        }
        return streams;
    }

    private static Queue<SessionUpdate> chunks(Random random, Function<String, SessionUpdate> chunk) {
        Queue<SessionUpdate> chunks = new ArrayDeque<>();
        int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            chunks.add(chunk.apply(random.nextInt(100) + "·".repeat(random.nextInt(200))));
        }
        return chunks;
    }

    private static List<Queue<SessionUpdate>> copy(List<Queue<SessionUpdate>> streams) {
        List<Queue<SessionUpdate>> copy = new ArrayList<>();
        for (Queue<SessionUpdate> stream : streams) {
            copy.add(new ArrayDeque<>(stream));
        }
        return copy;
    }

    private static DefaultSessionTranscript interleaved(
            List<Queue<SessionUpdate>> streams, boolean headsFirst, Random random) {
        List<Queue<SessionUpdate>> left = copy(streams);
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        if (headsFirst) {
            left.forEach(stream -> transcript.update(stream.remove()));
        }
        left.removeIf(Queue::isEmpty);
        while (!left.isEmpty()) {
            Queue<SessionUpdate> stream = left.get(random.nextInt(left.size()));
            transcript.update(stream.remove());
            left.removeIf(Queue::isEmpty);
        }
        return transcript;
    }

    @Test
    void anyInterleavingThatKeepsTheOrderOfEachMessageGivesTheSameConversation() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            List<Queue<SessionUpdate>> streams = streams(random);
            DefaultSessionTranscript oneByOne = DefaultSessionTranscript.create();
            copy(streams).forEach(stream -> stream.forEach(oneByOne::update));
            assertThat(lines(interleaved(streams, true, random)))
                    .as("seed %d, entries begin in the same order", seed)
                    .isEqualTo(lines(oneByOne));
            assertThat(lines(interleaved(streams, false, random)))
                    .as("seed %d, entries begin in any order", seed)
                    .containsExactlyInAnyOrderElementsOf(lines(oneByOne));
        }
    }
}
