package io.acp4j.benchmarks.view;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UsageUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Replays a conversation into a view that somebody watches: each update changes it, is told to a listener, and is followed by
 * a snapshot.
 */
public final class ViewBenchmark {

    private static final int WARM_UPS = 20;
    private static final int RUNS = 9;
    private static final int TURN = 250;

    private ViewBenchmark() {}

    /**
     * Prints the median time for 10 000 and for 100 000 updates, in ms, and the memory that the conversation then holds.
     *
     * @param args none
     */
    public static void main(String[] args) {
        List<SessionUpdate> many = updates(100_000);
        List<SessionUpdate> some = many.subList(0, 10_000);
        for (int i = 0; i < WARM_UPS; i++) {
            replay(some);
        }
        print("view.ms.10000", median(some));
        print("view.ms.100000", median(many));
        // The view shares the updates' strings where it can; what counts is what it holds when they are gone.
        print("view.bytes_per_character.10000", bytesPerCharacter(10_000));
        print("view.bytes_per_character.100000", bytesPerCharacter(100_000));
    }

    private static double median(List<SessionUpdate> updates) {
        double[] times = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            System.gc();
            long start = System.nanoTime();
            replay(updates);
            times[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(times);
        return times[RUNS / 2];
    }

    private static DefaultSessionTranscript replay(List<SessionUpdate> updates) {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        long[] seen = new long[1];
        Registration watching = transcript.onChange(
                (change, after) -> seen[0] += after.entries().size());
        for (SessionUpdate update : updates) {
            transcript.update(update);
            seen[0] += transcript.snapshot().messages().size();
        }
        watching.close();
        if (seen[0] == 0) {
            throw new IllegalStateException("nothing was shown");
        }
        return transcript;
    }

    private static double bytesPerCharacter(int count) {
        long before = used();
        Conversation conversation = replay(updates(count)).snapshot();
        long held = used() - before;
        long characters = 0;
        for (TranscriptMessage message : conversation.messages()) {
            characters += message.length();
        }
        return held / (double) characters;
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    /** Turns of 250 updates: a prompt, thoughts, three messages between tool calls, and now and then how full the context is. */
    private static List<SessionUpdate> updates(int count) {
        List<SessionUpdate> updates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int turn = i / TURN;
            int step = i % TURN;
            String text = "word " + i + " of a sentence that the agent makes up while it works, ";
            ToolCallId call = new ToolCallId("call_" + turn + "_" + step / 60);
            if (step == 0) {
                updates.add(new UserMessageChunk(ContentBlock.text(text), new MessageId("u" + turn), null));
            } else if (step < 40) {
                updates.add(new AgentThoughtChunk(ContentBlock.text(text), new MessageId("t" + turn), null));
            } else if (step % 60 == 40) {
                updates.add(ToolCall.builder(call, "Read file " + i).build());
            } else if (step % 60 == 41) {
                updates.add(ToolCallUpdate.builder(call)
                        .status(ToolCallStatus.COMPLETED)
                        .content(List.of(ToolCallContent.text(text)))
                        .build());
            } else if (step % 60 == 42) {
                updates.add(UsageUpdate.of(i, count));
            } else {
                MessageId message = new MessageId("a" + turn + "_" + (step + 17) / 60);
                updates.add(new AgentMessageChunk(ContentBlock.text(text), message, null));
            }
        }
        return updates;
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.2f%n", name, value);
    }
}
