package io.acp4j.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import io.acp4j.test.testing.ModelScript;
import io.acp4j.test.testing.ModelScript.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Streams what a script says, each reply on a thread of its own, as models over HTTP do. */
final class ScriptedStreamingModel implements StreamingChatModel {

    private final ModelScript script;

    ScriptedStreamingModel(ModelScript script) {
        this.script = script;
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        List<Piece> reply = script.next(
                request.messages().stream().map(ScriptedStreamingModel::line).toList());
        Thread thread = new Thread(() -> play(reply, handler), "model");
        thread.setDaemon(true);
        thread.start();
    }

    private void play(List<Piece> reply, StreamingChatResponseHandler handler) {
        Handle handle = new Handle(script);
        StringBuilder text = new StringBuilder();
        List<ToolExecutionRequest> calls = new ArrayList<>();
        FinishReason reason = FinishReason.STOP;
        for (Piece piece : reply) {
            if (handle.isCancelled()) {
                script.stopped();
                return;
            }
            if (piece instanceof Piece.Text said) {
                text.append(said.text());
                handler.onPartialResponse(new PartialResponse(said.text()), new PartialResponseContext(handle));
            } else if (piece instanceof Piece.Thought thought) {
                handler.onPartialThinking(new PartialThinking(thought.text()), new PartialThinkingContext(handle));
            } else if (piece instanceof Piece.Call call) {
                calls.add(ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.tool())
                        .arguments(call.arguments())
                        .build());
            } else if (piece instanceof Piece.Failure failure) {
                handler.onError(new IllegalStateException(failure.message()));
                return;
            } else if (piece instanceof Piece.Limit) {
                reason = FinishReason.LENGTH;
            } else {
                script.silent();
                awaitSpeaking();
            }
        }
        if (handle.isCancelled()) {
            script.stopped();
            return;
        }
        AiMessage.Builder message = AiMessage.builder().toolExecutionRequests(calls);
        if (!text.isEmpty()) {
            message.text(text.toString());
        }
        handler.onCompleteResponse(ChatResponse.builder()
                .aiMessage(message.build())
                .finishReason(reason)
                .build());
    }

    private void awaitSpeaking() {
        try {
            script.awaitSpeaking();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String line(ChatMessage message) {
        if (message instanceof SystemMessage system) {
            return "system: " + system.text();
        }
        if (message instanceof UserMessage user) {
            return "user: " + contents(user.contents());
        }
        if (message instanceof AiMessage model) {
            return "model: " + (model.text() == null ? "" : model.text())
                    + model.toolExecutionRequests().stream()
                            .map(call -> "[" + call.name() + " " + call.arguments() + "]")
                            .collect(Collectors.joining());
        }
        return "tool: " + ((ToolExecutionResultMessage) message).text();
    }

    private static String contents(List<Content> contents) {
        String text = contents.stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"));
        String pictures = contents.stream()
                .filter(ImageContent.class::isInstance)
                .map(content -> "[" + ((ImageContent) content).image().mimeType() + "]")
                .collect(Collectors.joining());
        return text + pictures;
    }

    /** What stops the reply. */
    private static final class Handle implements StreamingHandle {

        private final ModelScript script;
        private volatile boolean cancelled;

        Handle(ModelScript script) {
            this.script = script;
        }

        @Override
        public void cancel() {
            cancelled = true;
            script.speakAgain(); // A model that waits for the network notices at once.
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    }
}
