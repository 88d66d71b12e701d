package io.acp4j.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** What the modules of Spring AI for the providers of models do each in its own way. */
class SpringAiProvidersTest {

    static Stream<Arguments> thoughts() {
        return Stream.of(
                Arguments.of("Hm.", Map.of("isThought", true)),
                Arguments.of("Hm.", Map.of("thinking", true)),
                Arguments.of("", Map.of("reasoningContent", "Hm.")),
                Arguments.of("", Map.of("thinking", "Hm.")));
    }

    @ParameterizedTest
    @MethodSource("thoughts")
    void thoughtsAreKnownFromText(String text, Map<String, Object> properties) {
        AssistantMessage thought =
                AssistantMessage.builder().content(text).properties(properties).build();

        try (FakeClient client = connect(response(thought, ""), response(new AssistantMessage("Yes."), "STOP"))) {
            FakeSession session = client.newSession();
            session.prompt("Well?");

            assertThat(session.updates(AgentThoughtChunk.class))
                    .extracting(AgentThoughtChunk::text)
                    .containsExactly("Hm.");
            assertThat(session.said()).isEqualTo("Yes.");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STOP, end_turn",
        "end_turn, end_turn",
        "length, max_tokens",
        "MAX_TOKENS, max_tokens",
        "content_filter, refusal",
        "refusal, refusal",
        "SAFETY, refusal"
    })
    void finishReasonsAreStopReasons(String finishReason, String stopReason) {
        try (FakeClient client = connect(response(new AssistantMessage("Yes."), finishReason))) {
            assertThat(client.newSession().prompt("Well?").stopReason()).isEqualTo(new StopReason(stopReason));
        }
    }

    @Test
    void aResponseWithoutAnythingEndsTheTurn() {
        try (FakeClient client = connect()) {
            assertThat(client.newSession().prompt("Well?").stopReason()).isEqualTo(StopReason.END_TURN);
        }
    }

    private static ChatResponse response(AssistantMessage message, String finishReason) {
        return new ChatResponse(List.of(new Generation(
                message,
                ChatGenerationMetadata.builder().finishReason(finishReason).build())));
    }

    private static FakeClient connect(ChatResponse... responses) {
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse call(Prompt prompt) {
                throw new UnsupportedOperationException("a model that streams");
            }

            @Override
            public Flux<ChatResponse> stream(Prompt prompt) {
                return Flux.just(responses);
            }
        };
        AcpAgent agent = AcpAgent.builder()
                .info("adapter", "1.0.0")
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(SpringAiPromptHandler.builder(model).build())
                .build();
        return FakeClient.create().connect(agent);
    }
}
