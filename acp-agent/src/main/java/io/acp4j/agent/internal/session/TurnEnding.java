package io.acp4j.agent.internal.session;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.internal.handler.CancellationSource;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What may end a turn before its handler does, and what waits for its end. Safe for use by any number of threads. */
public final class TurnEnding {

    private final CancellationSource cancellation;
    private final CompletableFuture<PromptResponse> outcome = new CompletableFuture<>();
    private final CompletableFuture<Void> finished = new CompletableFuture<>();
    private volatile boolean cancelledByClient;
    private volatile @Nullable AcpErrorException loss;

    TurnEnding(Executor executor) {
        this.cancellation = new CancellationSource(executor);
    }

    /** Cancels the turn as {@code session/cancel} does: its response will say cancelled. */
    public void cancel() {
        cancelledByClient = true;
        cancellation.cancel();
    }

    /** Cancels the turn since nobody waits for its response any more. */
    public void abandon() {
        cancellation.cancel();
    }

    /** Ends the turn since its session is open elsewhere by now: its prompt gets an error. */
    void lose(AcpErrorException why) {
        loss = why;
        cancellation.cancel();
    }

    /** Ends the prompt as cancelled although its handler goes on, which nobody waits for any more. */
    void giveUp() {
        cancel();
        outcome.complete(PromptResponse.of(StopReason.CANCELLED));
    }

    CancellationToken cancellation() {
        return cancellation;
    }

    boolean isCancelledByClient() {
        return cancelledByClient;
    }

    /**
     * Returns the error to send in place of a response; null when there is none, as when the client has cancelled the turn of
     * a session that is lost by now.
     *
     * @param unstored why the turn is not stored; null when it is
     */
    @Nullable
    AcpErrorException problem(@Nullable AcpErrorException unstored) {
        AcpErrorException lost = loss;
        return lost == null ? unstored : cancelledByClient ? null : lost;
    }

    /** Returns the response to the prompt. */
    public CompletableFuture<PromptResponse> outcome() {
        return outcome;
    }

    /** Returns what completes when the prompt has its response. */
    public CompletableFuture<Void> finished() {
        return finished;
    }
}
