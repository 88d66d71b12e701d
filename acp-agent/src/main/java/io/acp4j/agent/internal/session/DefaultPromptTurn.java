package io.acp4j.agent.internal.session;

import io.acp4j.agent.PromptTurn;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A turn that a prompt has begun. */
public final class DefaultPromptTurn extends DefaultTurn implements PromptTurn {

    private final PromptRequest request;
    private final MessageId userMessageId;
    private final RequestContext context;
    private final boolean echoes;
    private final Admission admission;

    /**
     * Creates a turn that has not begun.
     *
     * @param echoes whether the user's message is also sent to the client
     * @param admission accepts or refuses the prompt
     */
    public DefaultPromptTurn(
            DefaultAgentSession session,
            PromptRequest request,
            MessageId userMessageId,
            RequestContext context,
            boolean echoes,
            Admission admission) {
        super(session, context.executor());
        this.request = request;
        this.userMessageId = Objects.requireNonNull(userMessageId, "the supplier of message ids returned null");
        this.context = context;
        this.echoes = echoes;
        this.admission = admission;
    }

    /** Stores the user's message, and sends it back if the agent echoes messages. */
    @Override
    void begin() throws Exception {
        admit();
        SessionRecorder recorder = openSession().recorder();
        String title =
                recorder == null ? null : output().exclusively(() -> recorder.beginTurn(userMessageId, prompt()));
        super.begin();
        if (echoes) {
            echo(userMessageId, prompt());
        }
        if (title != null) {
            output().exclusively(() -> output().show(SessionInfoUpdate.title(title)));
        }
    }

    private void admit() throws Exception {
        if (!admission.equals(Admission.ALL)) {
            admission.admit(request, session());
            if (cancellation().isCancelled()) {
                throw new RequestCancelledException("the prompt was cancelled before it was inserted", null);
            }
        }
    }

    @Override
    @Nullable
    AcpErrorException recordEnd(SessionRecorder recorder, StopReason reason) {
        return recorder.endTurn(reason);
    }

    /** Shows the client its own message with its id. */
    private void echo(MessageId id, List<ContentBlock> content) {
        content.forEach(block -> update(new UserMessageChunk(block, id, null)));
        endMessage();
    }

    @Override
    public PromptTurn.@Nullable SteeringMessage takeWaitingPrompt() {
        while (true) {
            Foreground.Waiting next = running(
                            () -> Optional.ofNullable(openSession().foreground().takePrompt()))
                    .orElse(null);
            if (next == null || !(next.turn() instanceof DefaultPromptTurn steering)) {
                return null;
            }
            if (steering.isAdmitted(next)) {
                return taken(next, steering);
            }
        }
    }

    private PromptTurn.SteeringMessage taken(Foreground.Waiting next, DefaultPromptTurn steering) {
        try {
            return running(() -> {
                endMessage();
                echo(steering.userMessageId, steering.prompt());
                var unused = ending().outcome().whenComplete(steering::endsWith);
                next.onTaken().run();
                return new PromptTurn.SteeringMessage(steering.userMessageId, steering.prompt());
            });
        } catch (RuntimeException e) {
            next.onWithdrawn().accept(e);
            throw e;
        }
    }

    /** Returns whether the prompt, which another turn wants to take, becomes a part of the conversation; refuses it if not. */
    private boolean isAdmitted(Foreground.Waiting waiting) {
        try {
            admit();
            return true;
        } catch (Exception e) {
            waiting.onWithdrawn().accept(e);
            return false;
        }
    }

    /** Completes the request of a prompt that another turn has taken, with the outcome of that turn. */
    private void endsWith(@Nullable PromptResponse response, @Nullable Throwable failure) {
        CompletableFuture<PromptResponse> outcome = ending().outcome();
        if (response != null) {
            outcome.complete(response);
        } else {
            outcome.completeExceptionally(Objects.requireNonNull(failure));
        }
    }

    @Override
    public PromptRequest request() {
        return request;
    }

    @Override
    public List<ContentBlock> prompt() {
        return request.prompt();
    }

    @Override
    public String text() {
        return prompt().stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining());
    }

    @Override
    public MessageId userMessageId() {
        return userMessageId;
    }

    @Override
    public void afterResponse(Runnable action) {
        context.afterResponse(action);
    }

    @Override
    public String toString() {
        return "turn of " + openSession();
    }
}
