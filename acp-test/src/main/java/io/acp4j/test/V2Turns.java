package io.acp4j.test;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessage;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Ends of turns in version 2, where the response to a prompt is not the end: a turn ends when the agent becomes idle after it has
 * echoed the prompt. Knows nothing of messages while no prompt is under way.
 */
final class V2Turns {

    /** By the ids of prompts, of those that have been echoed or inserted. */
    private final Map<MessageId, CompletableFuture<PromptResponse>> ends = new HashMap<>();

    /** Prompts that have been echoed since the agent was idle. */
    private final Set<MessageId> shown = new HashSet<>();

    private int underWay;
    private @Nullable AcpException closed;

    synchronized void begin() {
        underWay++;
    }

    /** Forgets a prompt whose turn has ended, or that was never inserted. */
    synchronized void end() {
        underWay--;
        if (underWay == 0) {
            ends.clear();
            shown.clear();
        }
    }

    /** Returns the end of the turn of a prompt, whose echo may have come already, and the end, too. */
    synchronized CompletableFuture<PromptResponse> endOf(MessageId prompt) {
        CompletableFuture<PromptResponse> end = ends.computeIfAbsent(prompt, any -> new CompletableFuture<>());
        if (closed != null) {
            end.completeExceptionally(closed);
        }
        return end;
    }

    void add(SessionUpdate update) {
        if (update instanceof UserMessageChunk chunk) {
            echoed(chunk.messageId());
        } else if (update instanceof UserMessage message) {
            echoed(message.messageId());
        } else if (update instanceof IdleStateUpdate idle) {
            endShown().forEach(end -> complete(end, idle));
        }
    }

    private synchronized void echoed(@Nullable MessageId message) {
        if (underWay > 0 && message != null) {
            shown.add(message);
        }
    }

    private synchronized List<CompletableFuture<PromptResponse>> endShown() {
        List<CompletableFuture<PromptResponse>> ended =
                shown.stream().map(this::endOf).toList();
        shown.clear();
        return ended;
    }

    private static void complete(CompletableFuture<PromptResponse> end, IdleStateUpdate idle) {
        if (idle.error() != null) {
            end.completeExceptionally(AcpErrorException.received("session/prompt", idle.error()));
        } else {
            StopReason reason = idle.stopReason();
            end.complete(new PromptResponse(reason == null ? StopReason.END_TURN : reason, idle.usage(), idle.meta()));
        }
    }

    /** Ends all turns, since nothing more will come. */
    void closed(ConnectionClosedException why) {
        List<CompletableFuture<PromptResponse>> open;
        synchronized (this) {
            closed = why;
            open = List.copyOf(ends.values());
        }
        open.forEach(end -> end.completeExceptionally(why));
    }
}
