package io.acp4j.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.CancellationSource;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.content.TextContent;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.plan.PlanEntry;
import io.acp4j.schema.v1.prompt.PromptRequest;
import io.acp4j.schema.v1.prompt.PromptResponse;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.prompt.Usage;
import io.acp4j.schema.v1.tool.ToolKind;
import io.acp4j.schema.v1.update.Plan;
import io.acp4j.schema.v1.update.SessionUpdate;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import io.acp4j.schema.v1.update.UsageUpdate;
import io.acp4j.schema.v1.update.UserMessageChunk;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A turn; what it sends and whether it still may are decided under the lock of the session's output. */
final class DefaultTurn implements Turn {

    private final DefaultAgentSession session;
    private final SessionOutput output;
    private final PromptRequest request;
    private final MessageId userMessageId;
    private final RequestContext context;
    private final CancellationSource cancellation;
    private final SessionClient client;
    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    private volatile boolean cancelledByClient;
    private volatile @Nullable AcpErrorException loss;

    private final Set<DefaultToolCall> openCalls = new LinkedHashSet<>();
    private boolean ended;
    private @Nullable PromptResponse response;
    private @Nullable Usage usage;

    DefaultTurn(DefaultAgentSession session, PromptRequest request, MessageId userMessageId, RequestContext context) {
        this.session = session;
        this.output = session.output();
        this.request = request;
        this.userMessageId = Objects.requireNonNull(userMessageId, "the supplier of message ids gave null");
        this.context = context;
        this.cancellation = new CancellationSource(context.executor());
        this.client = new DefaultSessionClient(session.peer(), session.id(), cancellation);
    }

    /** Cancels the turn as {@code session/cancel} does: it will be answered as cancelled. */
    void cancel() {
        cancelledByClient = true;
        cancellation.cancel();
    }

    /** Cancels the turn since nobody waits for its answer any more. */
    void abandon() {
        cancellation.cancel();
    }

    /** Ends the turn since its session is open elsewhere by now: it is answered by an error. */
    void lose(AcpErrorException why) {
        loss = why;
        cancellation.cancel();
    }

    boolean isCancelledByClient() {
        return cancelledByClient;
    }

    /** Shows the client its own message with its id. */
    void echo() {
        prompt().forEach(block -> update(new UserMessageChunk(block, userMessageId, null)));
        endMessage();
    }

    /** Settles what the handler has left open because it failed. */
    void failOpenCalls() {
        output.exclusively(() -> List.copyOf(openCalls).forEach(DefaultToolCall::abandon));
    }

    void settled(DefaultToolCall call) {
        openCalls.remove(call);
    }

    /** Stores the user's message; the turn goes on from there. */
    void begin() {
        Recorder recorder = session.recorder();
        if (recorder != null) {
            output.exclusively(() -> recorder.beginTurn(userMessageId, prompt()));
        }
    }

    /**
     * How a turn has ended.
     *
     * @param response what the handler wants answered
     * @param problem what must be answered instead; null when nothing must
     */
    record End(PromptResponse response, @Nullable AcpErrorException problem) {}

    /** Ends the turn; nothing is sent after this, and what was sent is stored. */
    End end(boolean failed) {
        return output.exclusively(() -> {
            ended = true;
            output.endFlow();
            PromptResponse answer = withUsage(
                    response != null
                            ? response
                            : PromptResponse.of(
                                    cancellation.isCancelled() ? StopReason.CANCELLED : StopReason.END_TURN));
            Recorder recorder = session.recorder();
            AcpErrorException unstored = recorder == null ? null : recorder.endTurn(reason(answer, failed));
            return new End(answer, loss == null ? unstored : loss);
        });
    }

    private PromptResponse withUsage(PromptResponse answer) {
        return usage == null || answer.usage() != null
                ? answer
                : new PromptResponse(answer.stopReason(), usage, answer.meta());
    }

    private StopReason reason(PromptResponse answer, boolean failed) {
        if (cancellation.isCancelled()) {
            return StopReason.CANCELLED;
        }
        return failed ? Recorder.FAILED : answer.stopReason();
    }

    /** Completes when the prompt has been answered. */
    CompletableFuture<Void> answered() {
        return answered;
    }

    /** Runs something while the turn is running and nobody else sends. */
    void running(Runnable action) {
        output.exclusively(() -> {
            requireRunning();
            action.run();
        });
    }

    private <T> T running(Supplier<T> action) {
        return output.exclusively(() -> {
            requireRunning();
            return action.get();
        });
    }

    private void requireRunning() {
        if (ended) {
            throw new IllegalStateException("the turn has ended; update the session instead");
        }
    }

    @Override
    public AgentSession session() {
        return session;
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
    public CancellationToken cancellation() {
        return cancellation;
    }

    @Override
    public SessionClient client() {
        return client;
    }

    @Override
    public MessageId say(String text) {
        return say(TextContent.of(text));
    }

    @Override
    public MessageId say(ContentBlock content) {
        output.lock();
        try {
            requireRunning();
            return output.say(content);
        } finally {
            output.unlock();
        }
    }

    @Override
    public MessageId think(String text) {
        return think(TextContent.of(text));
    }

    @Override
    public MessageId think(ContentBlock content) {
        output.lock();
        try {
            requireRunning();
            return output.think(content);
        } finally {
            output.unlock();
        }
    }

    @Override
    public void endMessage() {
        running(output::endMessage);
    }

    @Override
    public void plan(List<PlanEntry> entries) {
        update(Plan.of(entries));
    }

    @Override
    public ToolCallHandle toolCall(String title, ToolKind kind) {
        return toolCall(ToolCall.builder(new ToolCallId(Ids.random("call_")), title)
                .kind(kind)
                .build());
    }

    @Override
    public ToolCallHandle toolCall(ToolCall call) {
        DefaultToolCall handle = new DefaultToolCall(this, call);
        running(() -> {
            session.update(call);
            if (!handle.isSettled()) {
                openCalls.add(handle);
            }
        });
        return handle;
    }

    @Override
    public PermissionDecision requestPermission(ToolCallHandle call, PermissionOption... options) {
        if (!(call instanceof DefaultToolCall known) || !known.isOf(this)) {
            throw new IllegalArgumentException("tool call " + call.id() + " is not of this turn");
        }
        ToolCallUpdate description = running(known::description);
        return client.requestPermission(description, List.of(options));
    }

    @Override
    public void usage(long used, long size) {
        update(UsageUpdate.of(used, size));
    }

    @Override
    public void usage(Usage tokens) {
        running(() -> {
            usage = tokens;
        });
    }

    @Override
    public void update(SessionUpdate update) {
        running(() -> session.update(update));
    }

    @Override
    public void stop(PromptResponse answer) {
        running(() -> {
            response = answer;
        });
    }

    @Override
    public void afterResponse(Runnable action) {
        context.afterResponse(action);
    }

    @Override
    public String toString() {
        return "turn of " + session;
    }
}
