package io.acp4j.interop.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanEntryStatus;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.Cost;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;

/** Checks of what the agent streams: every kind of update, in order, with its content. */
final class UpdateChecks {

    private UpdateChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("stream", UpdateChecks::stream),
                new Check("message-ids-are-unique", UpdateChecks::messageIdsAreUnique),
                new Check("tool-calls", UpdateChecks::toolCalls),
                new Check("orphan-tool-update", UpdateChecks::orphanToolUpdate),
                new Check("plan", UpdateChecks::plan),
                new Check("session-updates", UpdateChecks::sessionUpdates),
                new Check("unknown-update", UpdateChecks::unknownUpdate),
                new Check("chunks-without-ids", UpdateChecks::chunksWithoutIds),
                new Check("late-update", UpdateChecks::lateUpdate));
    }

    private static void stream(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("stream");
        assertThat(exchange.answer())
                .extracting(update -> (Object) update.getClass())
                .containsExactly(
                        AgentThoughtChunk.class,
                        AgentThoughtChunk.class,
                        AgentMessageChunk.class,
                        AgentMessageChunk.class,
                        AgentMessageChunk.class,
                        ToolCall.class,
                        ToolCallUpdate.class,
                        AgentMessageChunk.class,
                        AgentMessageChunk.class);
        assertThat(exchange.messages())
                .extracting(Exchange.Message::chunks)
                .containsExactly(
                        List.of("stream"),
                        List.of("Let me ", "think."),
                        List.of("Hello", ", ", "world"),
                        List.of("Done", "."));
        ToolCall call = exchange.of(ToolCall.class).get(0);
        assertThat(call.kind()).isEqualTo(ToolKind.SEARCH);
        assertThat(call.status()).isEqualTo(ToolCallStatus.IN_PROGRESS);
        ToolCallUpdate update = exchange.of(ToolCallUpdate.class).get(0);
        assertThat(update.toolCallId()).isEqualTo(call.toolCallId());
        assertThat(call.updatedBy(update).status()).isEqualTo(ToolCallStatus.COMPLETED);
    }

    private static void messageIdsAreUnique(Agents agents) {
        Conversation conversation = Conversation.open(agents.shared());
        List<MessageId> ids = new ArrayList<>();
        for (String prompt : List.of("stream", "hello", "stream")) {
            conversation.say(prompt).messages().forEach(message -> {
                assertThat(message.id()).isNotNull();
                ids.add(message.id());
            });
        }
        assertThat(ids).hasSize(10).doesNotHaveDuplicates();
    }

    private static void toolCalls(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("tools");
        ToolCall call = exchange.of(ToolCall.class).get(0);
        assertThat(call.kind()).isEqualTo(ToolKind.EDIT);
        assertThat(call.status()).isEqualTo(ToolCallStatus.PENDING);
        assertThat(call.locations()).containsExactly(ToolCallLocation.of("/project/a.txt", 3));
        Expect.json(call.rawInput(), "{\"path\":\"/project/a.txt\",\"dryRun\":false}");
        List<ToolCallUpdate> updates = exchange.of(ToolCallUpdate.class);
        assertThat(updates)
                .hasSize(2)
                .allSatisfy(update -> assertThat(update.toolCallId()).isEqualTo(call.toolCallId()));
        assertThat(updates.get(0).content().value()).containsExactly(ToolCallContent.text("working"));
        ToolCall end = call.updatedBy(updates.get(0)).updatedBy(updates.get(1));
        assertThat(end.status()).isEqualTo(ToolCallStatus.COMPLETED);
        assertThat(end.title()).isNotEqualTo(call.title());
        assertThat(end.content())
                .containsExactly(
                        ToolCallContent.diff("/project/a.txt", "a\n", "b\n"),
                        ToolCallContent.diff("/project/new.txt", null, "new\n"));
        Expect.json(end.rawOutput(), "{\"changed\":2}");
        assertThat(exchange.text()).isEqualTo("edited");
    }

    private static void orphanToolUpdate(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("orphan");
        assertThat(exchange.of(ToolCallUpdate.class))
                .singleElement()
                .extracting(ToolCallUpdate::toolCallId)
                .isEqualTo(new ToolCallId("tool-without-call"));
        assertThat(exchange.text()).isEqualTo("orphan sent");
    }

    private static void plan(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("plan");
        List<Plan> plans = exchange.of(Plan.class);
        assertThat(plans).hasSize(2);
        assertThat(plans.get(0).entries())
                .extracting(PlanEntry::status)
                .containsExactly(PlanEntryStatus.IN_PROGRESS, PlanEntryStatus.PENDING);
        assertThat(plans.get(1).entries()).extracting(PlanEntry::status).containsOnly(PlanEntryStatus.COMPLETED);
        assertThat(exchange.text()).isEqualTo("planned");
    }

    private static void sessionUpdates(Agents agents) {
        Conversation conversation = Conversation.open(agents.shared());
        Exchange exchange = conversation.say("updates");
        assertThat(exchange.answer())
                .extracting(update -> (Object) update.getClass())
                .containsExactly(
                        AvailableCommandsUpdate.class,
                        CurrentModeUpdate.class,
                        ConfigOptionUpdate.class,
                        SessionInfoUpdate.class,
                        UsageUpdate.class,
                        AgentMessageChunk.class);
        assertThat(conversation.mode()).isEqualTo("code");
        SessionConfigSelect model =
                (SessionConfigSelect) conversation.session().configOptions().get(0);
        assertThat(model.currentValue()).isEqualTo(new SessionConfigValueId("large"));
        SessionInfoUpdate info = exchange.of(SessionInfoUpdate.class).get(0);
        assertThat(info.title()).isEqualTo(Patch.of("A scripted title"));
        assertThat(info.updatedAt()).isEqualTo(Patch.of("2026-01-01T00:00:00Z"));
        UsageUpdate usage = exchange.of(UsageUpdate.class).get(0);
        assertThat(usage.used()).isEqualTo(1200);
        assertThat(usage.size()).isEqualTo(200_000);
        assertThat(usage.cost().value()).isEqualTo(new Cost(0.25, "USD", null));
    }

    private static void unknownUpdate(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("unknown-update");
        UnknownSessionUpdate unknown = exchange.of(UnknownSessionUpdate.class).get(0);
        assertThat(unknown.sessionUpdate()).isEqualTo("acp4j_mystery");
        assertThat(unknown.raw().toTree().path("shape"))
                .isEqualTo(RawJson.parse("{\"list\":[1,null,\"x\"]}").toTree());
        assertThat(exchange.text()).isEqualTo("after the unknown");
    }

    private static void chunksWithoutIds(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("no-ids");
        assertThat(exchange.of(AgentMessageChunk.class))
                .extracting(Exchange::text)
                .containsExactly("one ", "message", "another");
        assertThat(exchange.of(AgentMessageChunk.class))
                .allSatisfy(chunk -> assertThat(chunk.messageId()).isNull());
    }

    private static void lateUpdate(Agents agents) throws Exception {
        Conversation conversation = Conversation.open(agents.shared());
        conversation.say("late");
        conversation
                .transcript()
                .await(update -> update instanceof AgentMessageChunk chunk
                        && Exchange.text(chunk).equals("too late"));
    }
}
