package io.acp4j.springai;

import io.acp4j.test.testing.ModelScript;
import io.acp4j.test.testing.ModelScript.Piece;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/** Streams what a script says, each reply on a thread of its own, as models over HTTP do. */
final class ScriptedChatModel implements ChatModel {

    private final ModelScript script;

    ScriptedChatModel(ModelScript script) {
        this.script = script;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        throw new UnsupportedOperationException("a model that streams");
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        List<Piece> reply = script.next(prompt.getInstructions().stream()
                .flatMap(ScriptedChatModel::lines)
                .toList());
        return Flux.create(sink -> {
            sink.onCancel(script::speakAgain); // A model that waits for the network notices at once.
            Thread thread = new Thread(() -> play(reply, sink), "model");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void play(List<Piece> reply, FluxSink<ChatResponse> sink) {
        for (Piece piece : reply) {
            if (sink.isCancelled()) {
                script.stopped();
                return;
            }
            if (piece instanceof Piece.Text said) {
                sink.next(piece(new AssistantMessage(said.text()), "STOP"));
            } else if (piece instanceof Piece.Thought thought) {
                sink.next(piece(
                        AssistantMessage.builder()
                                .content(thought.text())
                                .properties(Map.of("isThought", true))
                                .build(),
                        ""));
            } else if (piece instanceof Piece.Call call) {
                sink.next(piece(
                        AssistantMessage.builder()
                                .content("")
                                .toolCalls(List.of(new AssistantMessage.ToolCall(
                                        call.id(), "function", call.tool(), call.arguments())))
                                .build(),
                        "TOOL_CALLS"));
            } else if (piece instanceof Piece.Failure failure) {
                sink.error(new IllegalStateException(failure.message()));
                return;
            } else if (piece instanceof Piece.Limit) {
                sink.next(piece(new AssistantMessage(""), "LENGTH"));
            } else {
                script.silent();
                awaitSpeaking();
            }
        }
        if (sink.isCancelled()) {
            script.stopped();
            return;
        }
        sink.complete();
    }

    private static ChatResponse piece(AssistantMessage message, String finishReason) {
        return new ChatResponse(List.of(new Generation(
                message,
                ChatGenerationMetadata.builder().finishReason(finishReason).build())));
    }

    private void awaitSpeaking() {
        try {
            script.awaitSpeaking();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Stream<String> lines(Message message) {
        if (message instanceof ToolResponseMessage results) {
            return results.getResponses().stream().map(result -> "tool: " + result.responseData());
        }
        return Stream.of(line(message));
    }

    private static String line(Message message) {
        if (message instanceof UserMessage user) {
            return "user: " + user.getText()
                    + user.getMedia().stream()
                            .map(media -> "[" + media.getMimeType() + "]")
                            .collect(Collectors.joining());
        }
        if (message instanceof AssistantMessage model) {
            return "model: " + model.getText()
                    + model.getToolCalls().stream()
                            .map(call -> "[" + call.name() + " " + call.arguments() + "]")
                            .collect(Collectors.joining());
        }
        return "system: " + message.getText();
    }
}
