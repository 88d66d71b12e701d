package io.acp4j.client.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.TranscriptChange.TurnEnded;
import io.acp4j.client.transcript.TranscriptChange.TurnStarted;
import io.acp4j.schema.Meta;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.plan.PlanItems;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random conversations of version 2 against a model of the words of the specification. */
class V2TranscriptWalkTest {

    private static final int STEPS = 80;

    private static SessionUpdate read(JsonNode update) {
        try {
            return SessionUpdate.CODEC
                    .in(WireVersion.V2)
                    .decode(update.toString().getBytes(StandardCharsets.UTF_8));
        } catch (SchemaException | io.acp4j.schema.json.JsonSyntaxException e) {
            throw new AssertionError(update.toString(), e);
        }
    }

    private static final class Walk {
        private final V2Walk walk;
        private final V2Model model = new V2Model();
        private final DefaultSessionTranscript transcript =
                DefaultSessionTranscript.create(TranscriptOptions.KEEP_ALL, ProtocolVersion.V2);
        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private final String name;

        Walk(long seed) {
            walk = new V2Walk(seed);
            name = "seed " + seed;
            var unused = transcript.onChange((change, after) -> {
                begun.addAndGet(change instanceof TurnStarted ? 1 : 0);
                ended.addAndGet(change instanceof TurnEnded ? 1 : 0);
            });
        }

        void step() {
            if (walk.chance(4)) {
                replay();
            } else {
                apply(walk.update());
            }
            check();
        }

        private void apply(JsonNode update) {
            model.apply(update);
            transcript.update(read(update));
        }

        /** The agent tells all again, then its state. */
        private void replay() {
            List<JsonNode> told = walk.replay(model);
            JsonNode state =
                    model.state == null ? V2Walk.json("{'sessionUpdate':'state_update','state':'idle'}") : model.state;
            transcript.replayStarted();
            model.tellAnew();
            told.forEach(this::apply);
            apply(state);
            transcript.replayEnded(true);
        }

        private void check() {
            Conversation now = transcript.snapshot();
            assertThat(lines(now)).as(name).isEqualTo(model.lines());
            assertThat(now.isTurnInProgress()).as(name).isEqualTo(model.working);
            assertThat(begun).as(name).hasValue(model.begun);
            assertThat(ended).as(name).hasValue(model.ended);
            assertThat(now.title()).as(name).isEqualTo(model.info.path("title").textValue());
            checkUsage(now.usage());
            checkBackground(now);
            checkPlans(now);
            model.terminals.forEach((id, expected) -> checkTerminal(now, id, expected));
            assertThat(now.terminals()).as(name).hasSameSizeAs(model.terminals.keySet());
        }

        private void checkUsage(@Nullable UsageUpdate usage) {
            if (model.usage == null || usage == null) {
                assertThat(usage).as(name).isNull();
                assertThat(model.usage).as(name).isNull();
                return;
            }
            assertThat(usage.used()).as(name).isEqualTo(model.usage.get("used").asLong());
            assertThat(
                            usage.cost().value() == null
                                    ? null
                                    : usage.cost().value().amount())
                    .as(name)
                    .isEqualTo(
                            model.cost == null || model.cost.isNull()
                                    ? null
                                    : model.cost.get("amount").asDouble());
        }

        private void checkBackground(Conversation now) {
            JsonNode expected = model.state == null ? null : model.state.get("background");
            if (expected == null) {
                assertThat(now.background()).as(name).isNull();
            } else {
                assertThat(now.background()).as(name).hasSize(expected.size());
            }
        }

        private void checkPlans(Conversation now) {
            assertThat(now.plans().keySet().stream().map(PlanId::value))
                    .as(name)
                    .containsExactlyInAnyOrderElementsOf(model.plans.keySet());
            model.plans.forEach((id, entries) -> assertThat(
                            ((PlanItems) now.plans().get(new PlanId(id)))
                                    .entries()
                                    .get(0)
                                    .content())
                    .as(name)
                    .isEqualTo(entries.at("/0/content").asText()));
        }

        private void checkTerminal(Conversation now, String id, JsonNode expected) {
            Conversation.TerminalState terminal = now.terminals().get(new TerminalId(id));
            byte[] bytes = model.outputs.containsKey(id) ? model.outputs.get(id).toByteArray() : new byte[0];
            assertThat(terminal).as(name).isNotNull();
            assertThat(terminal.output()).as(name).isEqualTo(bytes);
            assertThat(terminal.written()).as(name).isEqualTo(bytes.length);
            assertThat(terminal.command())
                    .as(name)
                    .isEqualTo(expected.path("command").textValue());
            assertThat(terminal.exitStatus() != null).as(name).isEqualTo(expected.has("exitStatus"));
            assertThat(terminal.isCancellable())
                    .as(name)
                    .isEqualTo(expected.path("capabilities").has("cancel") && !expected.has("exitStatus"));
            String whole = new String(bytes, StandardCharsets.UTF_8);
            // What has begun and is not whole yet is not shown; decoding all at once shows one sign for it.
            String shown = terminal.text();
            assertThat(whole.equals(shown) || whole.equals(shown + "\uFFFD"))
                    .as(name)
                    .isTrue();
        }
    }

    private static List<String> lines(Conversation conversation) {
        List<String> lines = new ArrayList<>();
        for (TranscriptEntry entry : conversation.entries()) {
            if (entry instanceof TranscriptMessage message) {
                String kind = message.role() == MessageRole.USER
                        ? "user_message"
                        : message.role() == MessageRole.AGENT ? "agent_message" : "agent_thought";
                lines.add(kind + " " + message.id() + " <" + text(message.content()) + ">" + sorted(message.meta()));
            } else if (entry instanceof TranscriptToolCall call) {
                lines.add("tool " + call.id() + " " + call.call().status() + " "
                        + call.call().kind() + ": " + call.call().title() + " <"
                        + pieces(call.call().content()) + ">"
                        + sorted(call.call().meta()));
            } else if (entry instanceof TranscriptEntry.AgentNotice notice) {
                lines.add("notice: " + notice.notice().title());
            } else if (entry instanceof TranscriptEntry.Compaction compaction) {
                lines.add("compaction " + compaction.id() + " " + compaction.status() + " <"
                        + text(compaction.summary()) + ">");
            }
        }
        return lines;
    }

    private static String pieces(List<ToolCallContent> content) {
        return text(content.stream().map(piece -> ((Content) piece).content()).toList());
    }

    private static String text(List<ContentBlock> blocks) {
        StringBuilder all = new StringBuilder();
        blocks.forEach(block -> all.append(((TextContent) block).text()));
        return all.toString();
    }

    private static String sorted(@Nullable Meta meta) {
        Map<String, String> members = new TreeMap<>();
        if (meta != null) {
            meta.members().forEach((name, value) -> members.put(name, value.toJson()));
        }
        return members.isEmpty() ? "" : " " + members;
    }

    private static void walk(long first, long last) {
        for (long seed = first; seed <= last; seed++) {
            Walk walk = new Walk(seed);
            for (int step = 0; step < STEPS; step++) {
                walk.step();
            }
        }
    }

    @Test
    void whatUpdatesComeToIsWhatTheModelSays() {
        walk(1, 100);
    }

    @Test
    void whatFurtherUpdatesComeToIsWhatTheModelSays() {
        walk(101, 200);
    }

    @Test
    void ofLongOutputTheEndIsKeptAsBytesAndAsText() {
        DefaultSessionTranscript transcript =
                DefaultSessionTranscript.create(TranscriptOptions.KEEP_ALL, ProtocolVersion.V2);
        byte[] all = "0123456789 äöü €".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        TerminalId id = new TerminalId("t1");
        for (int from = 0; from < all.length; from += 777) {
            transcript.update(io.acp4j.schema.update.TerminalOutputChunk.ofBytes(
                    id, Arrays.copyOfRange(all, from, Math.min(from + 777, all.length))));
        }
        Conversation.TerminalState terminal = transcript.snapshot().terminals().get(id);

        assertThat(terminal).hasToString("TerminalState[t1, " + all.length + " bytes, runs]");
        assertThat(terminal.written()).isEqualTo(all.length);
        assertThat(terminal.output())
                .isEqualTo(Arrays.copyOfRange(all, all.length - Conversation.TerminalState.MAX_OUTPUT, all.length));
        assertThat(terminal.text()).hasSize(Conversation.TerminalState.MAX_OUTPUT);
        assertThat(new String(all, StandardCharsets.UTF_8)).endsWith(terminal.text());
    }

    @Test
    void aToolCallThatTellsItsContentPieceByPieceKeepsTheLastOnes() {
        DefaultSessionTranscript transcript =
                DefaultSessionTranscript.create(TranscriptOptions.KEEP_ALL, ProtocolVersion.V2);
        for (int i = 0; i < TranscriptToolCall.MAX_CONTENT + 5; i++) {
            transcript.update(read(V2Walk.json("{'sessionUpdate':'tool_call_content_chunk','toolCallId':'c1',"
                    + "'content':{'type':'content','content':{'type':'text','text':'" + i + "'}}}")));
        }
        TranscriptToolCall call =
                (TranscriptToolCall) transcript.snapshot().entries().get(0);

        assertThat(call.call().content()).hasSize(TranscriptToolCall.MAX_CONTENT);
        assertThat(call.droppedContent()).isEqualTo(5);
        assertThat(((TextContent) ((Content) call.call().content().get(0)).content()).text())
                .isEqualTo("5");
    }
}
