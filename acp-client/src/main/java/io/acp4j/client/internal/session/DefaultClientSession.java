package io.acp4j.client.internal.session;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionBranches;
import io.acp4j.client.SessionForks;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.internal.fork.DefaultSessionBranches;
import io.acp4j.client.internal.fork.DefaultSessionForks;
import io.acp4j.client.internal.protocol.CancellationPolicy;
import io.acp4j.client.internal.protocol.SessionTurns;
import io.acp4j.client.internal.protocol.TurnUpdates;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.terminal.CancelTerminalRequest;
import io.acp4j.schema.tool.CancelToolCallRequest;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A session: the calls about it, its turn, its listeners. */
final class DefaultClientSession implements ClientSession {

    private final SessionId id;
    private final DefaultAcpClient client;
    private final AgentLink link;
    private final Sessions sessions;
    private final SessionUpdates updates;
    private final SessionTurns turns;
    private final OpeningState opening = new OpeningState();
    private final SessionSettings settings;
    private final Cancellables cancellables = new Cancellables();
    private final @Nullable DefaultSessionTranscript transcript;
    private final @Nullable ActivePath activePath;
    private final SessionForks forks = new DefaultSessionForks(this);
    private volatile CompletableFuture<@Nullable Void> inheriting = CompletableFuture.completedFuture(null);

    DefaultClientSession(
            SessionId id,
            DefaultAcpClient client,
            AgentLink link,
            Sessions sessions,
            int maxEarlyUpdates,
            boolean clientListens,
            @Nullable TranscriptOptions transcripts,
            CancellationPolicy cancellation) {
        this.id = id;
        this.client = client;
        this.link = link;
        this.sessions = sessions;
        this.updates = new SessionUpdates(this, maxEarlyUpdates, clientListens);
        this.transcript = transcripts == null
                ? null
                : DefaultSessionTranscript.create(transcripts, link.protocol().version());
        this.settings = new SessionSettings(id, link, transcript);
        this.activePath = transcript == null ? null : new ActivePath(id, link, transcript, opening::isReplayed);
        this.turns = link.protocol()
                .turns(new PromptingSession(
                        id,
                        link,
                        opening,
                        updates,
                        transcript,
                        activePath,
                        cancellation.timeout(),
                        () -> cancellation.unconfirmed().accept(this)));
    }

    SessionUpdates updates() {
        return updates;
    }

    SessionTurns turns() {
        return turns;
    }

    OpeningState openingState() {
        return opening;
    }

    SessionSettings settings() {
        return settings;
    }

    /** Keeps in mind what an update changes. */
    void follow(SessionNotification notification) {
        SessionUpdate update = notification.update();
        if (update instanceof AvailableCommandsUpdate) {
            opening.commandsTold();
        }
        settings.follow(update);
        cancellables.follow(update);
        if (transcript != null) {
            transcript.update(notification);
            settings.followed(update);
        }
    }

    /** Marks a loss of messages in the transcript. */
    void messagesLost() {
        if (transcript != null) {
            transcript.gap(TranscriptEntry.Gap.Reason.MESSAGES_LOST);
        }
    }

    /** Keeps in mind what a request for permission tells of a tool call. */
    void asksPermission(ToolCallUpdate call) {
        cancellables.follow(call);
        if (transcript != null) {
            transcript.permissionRequested(call);
        }
    }

    /** Notes that the agent has been asked to replay the session. */
    SessionLoad load() {
        opening.awaitReplay(true);
        return new SessionLoad(transcript == null ? null : transcript.replayStarted(), () -> {
            opening.awaitReplay(false);
            if (activePath != null) {
                activePath.ended();
            }
        });
    }

    /** Starts the transcript of a fork with the inherited messages. Reads the agent's path if they are not certain. */
    void inherit(InheritedHistory history, @Nullable Meta answered) {
        if (transcript != null) {
            inheriting = history.giveTo(transcript, answered, id, link);
        }
    }

    /** Returns the stage that completes when the transcript of a fork contains the inherited messages, or they cannot be determined. */
    CompletableFuture<@Nullable Void> inheriting() {
        return inheriting;
    }

    /** Returns the conversation, and null where none is kept. */
    @Nullable
    Conversation conversation() {
        return transcript == null ? null : transcript.snapshot();
    }

    /** Returns a number that changes whenever the session moves to another branch; -1 while the shown branch is an earlier one. */
    int branch() {
        return activePath == null ? 0 : activePath.branch();
    }

    /** Reads the conversation anew, as the session goes on from another message; completes when the transcript shows it. */
    CompletableFuture<Void> moved() {
        return activePath == null ? CompletableFuture.completedFuture(null) : activePath.read();
    }

    /** Goes on with what has waited for the response that opens the session, and for all that it tells. */
    void opened() {
        if (activePath != null) {
            activePath.opened();
        }
    }

    /** Reads the conversation anew where the agent tells it: others may have gone on with the session. */
    CompletableFuture<Void> resumedAgain() {
        return activePath != null && activePath.isOffered() ? moved() : CompletableFuture.completedFuture(null);
    }

    /** Takes the commands that a response tells, unless an update has told them since the request: that is newer. */
    void offers(@Nullable List<AvailableCommand> commands) {
        if (commands != null && !opening.areCommandsTold()) {
            sessions.told(this, SessionNotification.of(id, AvailableCommandsUpdate.of(commands)));
        }
    }

    @Override
    public SessionId id() {
        return id;
    }

    @Override
    public AcpClient client() {
        return client;
    }

    @Override
    public @Nullable SessionParameters parameters() {
        return opening.parametersOrRequested();
    }

    @Override
    public @Nullable SessionOrigin origin() {
        return opening.origin();
    }

    @Override
    public PromptResponse prompt(List<? extends ContentBlock> content, @Nullable Meta meta) {
        SessionTurns.Turn turn = begin(content, meta, null);
        try {
            return ForwardingFuture.await(turn.end(), link::thrown);
        } catch (InterruptedException e) {
            turn.cancel();
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for session/prompt; it was cancelled", e);
        }
    }

    @Override
    public CompletableFuture<PromptResponse> promptAsync(List<? extends ContentBlock> content, @Nullable Meta meta) {
        SessionTurns.Turn turn = begin(content, meta, null);
        return ForwardingFuture.of(turn.end(), Function.identity(), link::thrown, turn::cancel);
    }

    @Override
    public PromptTurn startTurn(List<? extends ContentBlock> content, @Nullable Meta meta) {
        TurnUpdates taken = new TurnUpdates();
        return new DefaultTurn(this, link, taken, begin(content, meta, taken));
    }

    private SessionTurns.Turn begin(
            List<? extends ContentBlock> content, @Nullable Meta meta, @Nullable TurnUpdates taken) {
        link.members().prompt(content);
        return turns.prompt(content, meta, taken);
    }

    @Override
    public boolean isTurnInProgress() {
        return turns.isRunning();
    }

    @Override
    public boolean isTurnLost() {
        return turns.isLost();
    }

    @Override
    public void cancel() {
        turns.cancel();
    }

    @Override
    public @Nullable SessionModeState modes() {
        return settings.modes();
    }

    @Override
    public List<SessionConfigOption> configOptions() {
        return settings.configOptions();
    }

    @Override
    public void setMode(SessionModeId mode) {
        settings.setMode(mode);
    }

    @Override
    public CompletableFuture<Void> setModeAsync(SessionModeId mode) {
        return settings.setModeAsync(mode);
    }

    @Override
    public List<SessionConfigOption> setConfigOption(SessionConfigId option, SessionConfigValue value) {
        return settings.setConfigOption(option, value);
    }

    @Override
    public CompletableFuture<List<SessionConfigOption>> setConfigOptionAsync(
            SessionConfigId option, SessionConfigValue value) {
        return settings.setConfigOptionAsync(option, value);
    }

    @Override
    public CompletableFuture<Void> cancelToolCallAsync(ToolCallId call) {
        link.require(V2Methods.TOOL_CALL_CANCEL);
        if (!cancellables.has(call)) {
            throw new UnsupportedCapabilityException(
                    V2Methods.TOOL_CALL_CANCEL.name() + " of a call", "capabilities.cancel of that tool call");
        }
        return link.requestAsync(V2Methods.TOOL_CALL_CANCEL, CancelToolCallRequest.of(id, call), accepted -> null);
    }

    @Override
    public void cancelToolCall(ToolCallId call) {
        link.await(cancelToolCallAsync(call), V2Methods.TOOL_CALL_CANCEL.name());
    }

    @Override
    public CompletableFuture<Void> cancelTerminalAsync(TerminalId terminal) {
        link.require(V2Methods.TERMINAL_CANCEL);
        if (!cancellables.has(terminal)) {
            throw new UnsupportedCapabilityException(
                    V2Methods.TERMINAL_CANCEL.name() + " of a terminal", "capabilities.cancel of that terminal");
        }
        return link.requestAsync(V2Methods.TERMINAL_CANCEL, CancelTerminalRequest.of(id, terminal), accepted -> null);
    }

    @Override
    public void cancelTerminal(TerminalId terminal) {
        link.await(cancelTerminalAsync(terminal), V2Methods.TERMINAL_CANCEL.name());
    }

    @Override
    public DefaultSessionTranscript transcript() {
        if (transcript == null) {
            throw new IllegalStateException("no transcripts are kept; enable them with AcpClientBuilder.transcripts");
        }
        return transcript;
    }

    @Override
    public Registration onUpdate(UpdateListener listener) {
        return updates.add(listener);
    }

    @Override
    public SessionForks forks() {
        return forks;
    }

    @Override
    public SessionBranches branches() {
        return new DefaultSessionBranches(this);
    }

    @Override
    public void close() {
        link.require(Methods.SESSION_CLOSE);
        link.end(Methods.SESSION_CLOSE, CloseSessionRequest.of(id), this::closed, ending());
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        link.require(Methods.SESSION_CLOSE);
        return link.ending(Methods.SESSION_CLOSE, CloseSessionRequest.of(id), this::closed, ending(), true);
    }

    /**
     * Cancels what the session does before a request to close, archive or delete it.
     *
     * @return an action to run if the request fails
     */
    Runnable ending() {
        return turns.closing();
    }

    /** Handles that the agent has closed, archived or deleted the session. */
    void closed() {
        turns.closed();
        detach();
    }

    @Override
    public void delete() {
        client.deleteSession(id);
    }

    @Override
    public CompletableFuture<Void> deleteAsync() {
        return client.deleteSessionAsync(id);
    }

    @Override
    public void detach() {
        sessions.forget(this);
    }

    /** Names the session. */
    @Override
    public String toString() {
        return "ClientSession[" + id + "]";
    }
}
