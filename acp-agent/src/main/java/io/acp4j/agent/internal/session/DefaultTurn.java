package io.acp4j.agent.internal.session;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.SessionClient;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.Turn;
import io.acp4j.agent.internal.client.DefaultSessionClient;
import io.acp4j.agent.internal.client.UserWaits;
import io.acp4j.agent.internal.protocol.Ids;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A turn of a session. The lock of the session's output guards what it sends and whether it may still send. */
public class DefaultTurn implements Turn {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultTurn.class);

    private final DefaultAgentSession session;
    private final SessionOutput output;
    private final TurnEnding ending;
    private final DefaultSessionClient client;

    private final Set<DefaultToolCall> openCalls = new LinkedHashSet<>();
    private boolean ended;
    private @Nullable PromptResponse response;
    private @Nullable Usage usage;

    DefaultTurn(DefaultAgentSession session, Executor executor) {
        this.session = session;
        this.output = session.output();
        this.ending = new TurnEnding(executor);
        this.client = new DefaultSessionClient(
                session.peer(), session.id(), ending.cancellation(), waits(), session::recordTerminal);
    }

    /** Returns the listener for waits for the user. */
    private UserWaits waits() {
        return new UserWaits() {
            @Override
            public void begin() {
                tell(WorkReports::waiting);
            }

            @Override
            public void end() {
                tell(WorkReports::waitingNoMore);
            }

            private void tell(Consumer<WorkReports> event) {
                WorkReports reports = session.reports();
                if (!reports.equals(WorkReports.NONE)) {
                    output.exclusively(() -> {
                        if (DefaultTurn.this.equals(session.turn())) {
                            event.accept(reports);
                        }
                    });
                }
            }
        };
    }

    final SessionOutput output() {
        return output;
    }

    /** Returns the session. */
    public final DefaultAgentSession openSession() {
        return session;
    }

    /** Begins the turn: stores pending settings and reports the beginning to the client. */
    void begin() throws Exception {
        output.exclusively(() -> {
            SessionRecorder recorder = session.recorder();
            if (recorder != null) {
                recorder.storeSettings();
            }
            session.reports().begun();
        });
    }

    /** Returns the end of the turn, which others may cause or wait for. */
    public TurnEnding ending() {
        return ending;
    }

    /** Cancels the turn as the client does. */
    public void cancel() {
        ending.cancel();
    }

    /** Returns a future that completes when the end of the turn has been reported, or its wait has ended. */
    public CompletionStage<PromptResponse> finished() {
        return ending.outcome();
    }

    /** Settles what the handler has left open because it failed. */
    void failOpenCalls() {
        output.exclusively(() -> List.copyOf(openCalls).stream()
                .filter(call -> !session.inBackground().lists(call))
                .forEach(DefaultToolCall::abandon));
    }

    void settled(DefaultToolCall call) {
        openCalls.remove(call);
    }

    /**
     * The end of a turn.
     *
     * @param response the response that the handler has set
     * @param problem the error to send instead; null for none, for example if the client has cancelled the turn of a session that was then
     *     lost
     */
    record End(PromptResponse response, @Nullable AcpErrorException problem) {}

    /** Ends the turn; nothing is sent after this, and what was sent is stored. */
    End end(boolean failed) {
        client.storeTerminalOutputs();
        return output.exclusively(() -> {
            ended = true;
            leaveOpenCalls();
            output.endFlow();
            PromptResponse chosen = withUsage(
                    response != null
                            ? response
                            : PromptResponse.of(
                                    ending.cancellation().isCancelled() ? StopReason.CANCELLED : StopReason.END_TURN));
            SessionRecorder recorder = session.recorder();
            AcpErrorException unstored = recorder == null ? null : recordEnd(recorder, reason(chosen, failed));
            return new End(chosen, ending.problem(unstored));
        });
    }

    private void leaveOpenCalls() {
        try {
            openCalls.forEach(DefaultToolCall::leave);
        } catch (RuntimeException e) {
            LOG.debug("could not notify the client which tool calls of {} can no longer be cancelled", session, e);
        }
    }

    /** Returns the tool calls that have not ended; for the thread that holds the lock of the output. */
    Set<DefaultToolCall> openCalls() {
        return openCalls;
    }

    /** Records the end. Returns the error if the end could not be recorded, otherwise null. */
    @Nullable
    AcpErrorException recordEnd(SessionRecorder recorder, StopReason reason) {
        try {
            recorder.endMessage();
            return recorder.endTurn(reason);
        } catch (AcpErrorException e) {
            return e;
        }
    }

    private PromptResponse withUsage(PromptResponse chosen) {
        return usage == null || chosen.usage() != null
                ? chosen
                : new PromptResponse(chosen.stopReason(), usage, chosen.meta());
    }

    private StopReason reason(PromptResponse chosen, boolean failed) {
        if (ending.cancellation().isCancelled()) {
            return StopReason.CANCELLED;
        }
        return failed ? SessionRecorder.FAILED : chosen.stopReason();
    }

    /** Runs an action of the running turn, while no other thread sends. */
    void running(Runnable action) {
        output.exclusively(() -> {
            requireRunning();
            action.run();
        });
    }

    final <T> T running(Supplier<T> action) {
        return output.exclusively(() -> {
            requireRunning();
            return action.get();
        });
    }

    void requireRunning() {
        if (ended) {
            throw new IllegalStateException("the turn has ended; update the session instead");
        }
    }

    @Override
    public final AgentSession session() {
        return session;
    }

    @Override
    public CancellationToken cancellation() {
        return ending.cancellation();
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
        DefaultToolCall handle = new DefaultToolCall(session, this, call);
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
    public void stop(PromptResponse chosen) {
        running(() -> {
            response = chosen;
        });
    }

    @Override
    public String toString() {
        return "turn of " + session;
    }
}
