package io.acp4j.interop.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.TurnInProgressException;
import io.acp4j.interop.client.Agents.Peer;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.Annotations;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.BlobResourceContents;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.Role;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks of prompt turns: what goes in, how turns end, and that sessions do not hold up each other. */
final class PromptChecks {

    private PromptChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("echo", PromptChecks::echo),
                new Check("unicode", PromptChecks::unicode),
                new Check("content-blocks", PromptChecks::contentBlocks),
                new Check("big-message", PromptChecks::bigMessage),
                new Check("big-prompt", PromptChecks::bigPrompt),
                new Check("many-chunks-in-order", PromptChecks::manyChunksInOrder),
                new Check("cancel", PromptChecks::cancel),
                new Check("cancelled-future-ends-the-turn", PromptChecks::cancelledFutureEndsTheTurn),
                new Check("second-prompt-is-refused-locally", PromptChecks::secondPromptIsRefusedLocally),
                new Check("sessions-are-independent", PromptChecks::sessionsAreIndependent),
                new Check("parallel-turns", PromptChecks::parallelTurns),
                new Check("stop-reasons", PromptChecks::stopReasons),
                new Check("error-with-data", PromptChecks::errorWithData));
    }

    private static void echo(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("What else?");
        assertThat(exchange.stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(exchange.text()).isEqualTo("You said: What else?");
        assertThat(exchange.messages()).hasSize(2);
    }

    private static void unicode(Agents agents) {
        String text = "héllo 漢字 😀 \"quoted\" \\ back \t tab \n line \u2028 \u0001 end";
        assertThat(Conversation.open(agents.shared()).say(text).text()).isEqualTo("You said: " + text);
    }

    private static void contentBlocks(Agents agents) {
        byte[] bytes = "hello".getBytes(StandardCharsets.UTF_8);
        Exchange exchange = Conversation.open(agents.shared())
                .say(List.of(
                        new TextContent(
                                "blocks",
                                Annotations.builder()
                                        .audience(List.of(Role.USER))
                                        .priority(0.5)
                                        .build(),
                                Meta.of("mine", List.of(1))),
                        ImageContent.of(bytes, "image/png"),
                        AudioContent.of(bytes, "audio/wav"),
                        ResourceLink.builder("file:///a.txt", "a.txt")
                                .title("A")
                                .mimeType("text/plain")
                                .size(5L)
                                .build(),
                        EmbeddedResource.of(TextResourceContents.of("file:///b.txt", "b")),
                        EmbeddedResource.of(BlobResourceContents.of("file:///c.bin", bytes, null))));
        assertThat(exchange.text()).isEqualTo("blocks: text,image,audio,resource_link,resource,resource");
    }

    private static void bigMessage(Agents agents) {
        assertThat(Conversation.open(agents.shared()).say("big 600000").text().equals("é".repeat(600_000)))
                .isTrue();
    }

    private static void bigPrompt(Agents agents) {
        String text = "blocks " + "漢".repeat(300_000);
        assertThat(Conversation.open(agents.shared()).say(text).text()).isEqualTo("blocks: text");
    }

    private static void manyChunksInOrder(Agents agents) {
        Exchange exchange = Conversation.open(agents.shared()).say("count 10000");
        assertThat(exchange.messages(AgentMessageChunk.class)).hasSize(1);
        assertThat(exchange.text().equals(counted(10_000))).isTrue();
    }

    private static String counted(int count) {
        return IntStream.range(0, count).mapToObj(index -> index + " ").collect(Collectors.joining());
    }

    private static void cancel(Agents agents) throws Exception {
        Conversation conversation = Conversation.open(agents.shared());
        CompletableFuture<PromptResponse> turn = conversation.startSlowTurn();
        conversation.session().cancel();
        assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        List<Exchange.Message> messages =
                Exchange.messages(conversation.transcript().since(0));
        assertThat(messages.get(messages.size() - 1).text()).isEqualTo("stopping");
        assertThat(conversation.say("go on").text()).isEqualTo("You said: go on");
    }

    private static void cancelledFutureEndsTheTurn(Agents agents) throws Exception {
        Conversation conversation = Conversation.open(agents.shared());
        conversation.startSlowTurn().cancel(true);
        conversation
                .transcript()
                .await(update -> update instanceof AgentMessageChunk chunk
                        && Exchange.text(chunk).equals("stopping"));
    }

    private static void secondPromptIsRefusedLocally(Agents agents) throws Exception {
        Conversation conversation = Conversation.open(agents.shared());
        CompletableFuture<PromptResponse> turn = conversation.startSlowTurn();
        assertThatThrownBy(() -> conversation.session().prompt("me too")).isInstanceOf(TurnInProgressException.class);
        conversation.session().cancel();
        assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    private static void sessionsAreIndependent(Agents agents) throws Exception {
        Peer peer = agents.shared();
        Conversation busy = Conversation.open(peer);
        CompletableFuture<PromptResponse> turn = busy.startSlowTurn();
        assertThat(Conversation.open(peer).say("and me?").text()).isEqualTo("You said: and me?");
        busy.session().cancel();
        assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    private static void parallelTurns(Agents agents) {
        Peer peer = agents.shared();
        List<Conversation> repository =
                Stream.generate(() -> Conversation.open(peer)).limit(8).toList();
        repository.stream()
                .map(conversation -> conversation.session().promptAsync("count 200"))
                .toList()
                .forEach(CompletableFuture::join);
        for (Conversation conversation : repository) {
            Exchange exchange = new Exchange(conversation.transcript().since(0), StopReason.END_TURN);
            assertThat(exchange.text()).isEqualTo(counted(200));
        }
    }

    private static void stopReasons(Agents agents) {
        Conversation conversation = Conversation.open(agents.shared());
        for (StopReason reason :
                List.of(StopReason.END_TURN, StopReason.MAX_TOKENS, StopReason.MAX_TURN_REQUESTS, StopReason.REFUSAL)) {
            assertThat(conversation.say("stop " + reason.value()).stopReason()).isEqualTo(reason);
        }
    }

    private static void errorWithData(Agents agents) {
        Conversation conversation = Conversation.open(agents.shared());
        AcpErrorException error = Expect.error(-32099, () -> conversation.say("fail"));
        assertThat(error.error().message()).isEqualTo("Scripted failure");
        Expect.json(error.error().data(), "{\"reason\":\"fail\",\"detail\":[1,null,\"x\"]}");
        assertThat(conversation.say("go on").text()).isEqualTo("You said: go on");
    }
}
