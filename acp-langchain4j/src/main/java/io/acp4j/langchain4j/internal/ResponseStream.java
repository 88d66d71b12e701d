package io.acp4j.langchain4j.internal;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends to the client what a model says, on the model's thread, until the response has ended or nobody wants it any more. A client
 * that is slow holds up the model.
 */
final class ResponseStream implements StreamingChatResponseHandler {

    private final Consumer<String> say;
    private final Consumer<String> think;
    private final CompletableFuture<ChatResponse> end = new CompletableFuture<>();

    /** What stops the model; known from its first piece on. */
    private @Nullable StreamingHandle handle;

    private boolean thought;
    private boolean said;

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
    ChatResponse await(Duration timeout) throws Exception {
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

    /** Stops the model, now or with its next piece; without effect after the end. */
    void cancel() {
        if (end.completeExceptionally(new RequestCancelledException("the turn was cancelled", null))) {
            stop();
        }
    }

    private void stop() {
        StreamingHandle known;
        synchronized (this) {
            known = handle;
        }
        if (known != null && !known.isCancelled()) {
            known.cancel();
        }
    }

    private void follow(StreamingHandle current) {
        synchronized (this) {
            handle = current;
        }
        if (end.isDone()) {
            stop();
        }
    }

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        follow(context.streamingHandle());
        onPartialResponse(piece.text());
    }

    @Override
    public void onPartialResponse(String text) {
        said |= send(say, text);
    }

    @Override
    public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
        follow(context.streamingHandle());
        onPartialThinking(piece);
    }

    @Override
    public void onPartialThinking(PartialThinking piece) {
        thought |= send(think, piece.text());
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
        follow(context.streamingHandle());
    }

    /** What a model did not stream is sent as a whole. */
    @Override
    public void onCompleteResponse(ChatResponse response) {
        if (!thought) {
            send(think, response.aiMessage().thinking());
        }
        if (!said) {
            send(say, response.aiMessage().text());
        }
        end.complete(response);
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    private boolean send(Consumer<String> how, @Nullable String text) {
        if (text == null || text.isEmpty() || end.isDone()) {
            return false;
        }
        try {
            how.accept(text);
            return true;
        } catch (RuntimeException e) {
            if (end.completeExceptionally(e)) {
                stop();
            }
            return false;
        }
    }
}
