package io.acp4j.springai.internal;

import io.acp4j.agent.internal.model.ModelCall;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import reactor.core.publisher.BaseSubscriber;

/**
 * Sends to the client what a model says, on the model's thread, until the response has ended or nobody wants it any more. Pieces are
 * requested one by one, so a client that is slow holds up the model.
 */
final class ResponseStream extends BaseSubscriber<ChatResponse> {

    /** What models mark pieces with that are thoughts. */
    private static final List<String> THOUGHT_MARKS = List.of("isThought", "thinking");

    /** Where other models have a thought beside the text. */
    private static final List<String> THOUGHTS = List.of("reasoningContent", "thinking");

    private final Consumer<String> say;
    private final Consumer<String> think;
    private final CompletableFuture<Response> end = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final List<ModelCall> calls = new ArrayList<>();
    private @Nullable String finishReason;

    /**
     * What a model has said.
     *
     * @param text the whole text
     * @param calls the tools that it wants called
     * @param finishReason why it has ended; null when it did not say
     */
    record Response(
            String text, List<ModelCall> calls, @Nullable String finishReason) {}

    /**
     * Creates the receiver of one response.
     *
     * @param say receives pieces of text
     * @param think receives pieces of thoughts
     */
    ResponseStream(Consumer<String> say, Consumer<String> think) {
        this.say = say;
        this.think = think;
    }

    /** Waits for the end of the response. */
    Response await(Duration timeout) throws Exception {
        try {
            return end.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new TimeoutException("the response of the model had no end after " + DurationText.of(timeout));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** Stops the model; without effect after the end. */
    void stop() {
        if (!end.isDone()) {
            cancel(); // First: when the turn is over, its model must not go on.
            end.completeExceptionally(new RequestCancelledException("the turn was cancelled", null));
        }
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        request(1);
    }

    @Override
    protected void hookOnNext(ChatResponse piece) {
        if (end.isDone()) {
            return;
        }
        try {
            piece.getResults().forEach(this::add);
        } catch (RuntimeException e) {
            cancel();
            end.completeExceptionally(e);
            return;
        }
        request(1);
    }

    private void add(Generation generation) {
        AssistantMessage message = generation.getOutput();
        String said = Objects.requireNonNullElse(message.getText(), "");
        if (THOUGHT_MARKS.stream().anyMatch(mark -> isSet(message, mark))) {
            think(said);
        } else {
            THOUGHTS.forEach(name -> think(property(message, name)));
            if (!said.isEmpty()) {
                text.append(said);
                say.accept(said);
            }
        }
        message.getToolCalls().forEach(this::add);
        String reason = generation.getMetadata().getFinishReason();
        if (reason != null && !reason.isEmpty()) {
            finishReason = reason;
        }
    }

    private void think(String thought) {
        if (!thought.isEmpty()) {
            think.accept(thought);
        }
    }

    private static boolean isSet(AssistantMessage message, String name) {
        return Boolean.TRUE.equals(message.getMetadata().get(name));
    }

    private static String property(AssistantMessage message, String name) {
        return message.getMetadata().get(name) instanceof String value ? value : "";
    }

    private void add(AssistantMessage.ToolCall call) {
        calls.add(new ModelCall(call.id(), call.name(), call.arguments()));
    }

    @Override
    protected void hookOnComplete() {
        end.complete(new Response(text.toString(), List.copyOf(calls), finishReason));
    }

    @Override
    protected void hookOnError(Throwable failure) {
        end.completeExceptionally(failure);
    }
}
