package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.callUpdate;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.thought;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages without ids, whatever comes between their chunks, held against the rule in its simplest form. */
class AnonymousMessagesPropertyTest {

    /** What is no part of the conversation's flow. */
    private static final List<SessionUpdate> BESIDE = List.of(
            UsageUpdate.of(10, 100),
            AvailableCommandsUpdate.of(List.of()),
            CurrentModeUpdate.of(new SessionModeId("plan")),
            ConfigOptionUpdate.of(List.of()),
            new SessionInfoUpdate(Patch.of("A title"), Patch.unchanged(), Patch.of(Meta.of("busy", true))),
            new UnknownSessionUpdate("odd", RawJson.EMPTY_OBJECT));

    /** The rule: a message ends with another kind of message, a message with an id, a tool call, a plan, or the turn. */
    private static final class Model {
        private final List<String> lines = new ArrayList<>();
        private @Nullable String open;

        void say(String role, String text) {
            if (role.equals(open)) {
                lines.set(lines.size() - 1, lines.get(lines.size() - 1) + text);
            } else {
                lines.add(role + ": " + text);
                open = role;
            }
        }

        void end() {
            open = null;
        }
    }

    @Test
    void onlyWhatEndsAMessageEndsIt() {
        for (long seed = 1; seed <= 500; seed++) {
            Random random = new Random(seed);
            DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
            Model model = new Model();
            boolean running = false;
            for (int step = 0; step < 60; step++) {
                String text = step + " ";
                switch (random.nextInt(14)) {
                    case 0, 1, 2 -> {
                        transcript.update(agent(null, text));
                        model.say("agent", text);
                    }
                    case 3 -> {
                        transcript.update(thought(null, text));
                        model.say("thought", text);
                    }
                    case 4 -> {
                        transcript.update(agent("m" + step, text));
                        model.end();
                        model.lines.add("agent m" + step + ": " + text);
                    }
                    case 5 -> {
                        transcript.update(call("c" + step, "Read"));
                        transcript.update(callUpdate("c" + step, ToolCallStatus.COMPLETED));
                        model.end();
                        model.lines.add("tool c" + step + " completed: Read");
                    }
                    case 6 -> {
                        transcript.update(Plan.of(List.of()));
                        model.end();
                    }
                    case 7 -> {
                        transcript.permissionRequested(ToolCallUpdate.builder(new ToolCallId("p" + step))
                                .title("May I?")
                                .status(ToolCallStatus.COMPLETED)
                                .build());
                        model.end();
                        model.lines.add("tool p" + step + " completed: May I?");
                    }
                    case 8 -> {
                        if (running) {
                            transcript.promptEnded(StopReason.END_TURN);
                        } else {
                            transcript.promptStarted(prompt(text));
                            model.lines.add("user: " + text);
                        }
                        running = !running;
                        model.end();
                    }
                    default -> transcript.update(BESIDE.get(random.nextInt(BESIDE.size())));
                }
            }
            assertThat(lines(transcript)).as("seed %d", seed).isEqualTo(model.lines);
        }
    }
}
