package io.acp4j.agent.internal.session;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.SessionClient;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.Turn;
import io.acp4j.agent.internal.client.AttachmentMap;
import io.acp4j.agent.internal.client.BranchRecorder;
import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.DefaultSessionClient;
import io.acp4j.agent.internal.client.UserWaits;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.internal.handler.CancellationSource;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCall;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open session: what its author sees of it, and what it consists of. */
public final class DefaultAgentSession implements AgentSession {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultAgentSession.class);

    private final Surroundings surroundings;
    private final SessionOutput output;
    private final AttachmentMap attachments;
    private final DefaultClient peer;
    private volatile CancellationSource questions;
    private volatile DefaultSessionClient client;
    private final @Nullable SessionRecorder recorder;
    private final SessionSettings settings;

    private final Presentation presentation;
    private final Foreground foreground;
    private final WorkReports reports;
    private final SessionBackground background;
    private final Reopening<DefaultAgentSession> reopening;
    private final SessionClosing closing;

    public DefaultAgentSession(
            DefaultClient peer,
            Surroundings surroundings,
            SessionOutput output,
            AttachmentMap attachments,
            @Nullable SessionRecorder recorder,
            WorkReports reports,
            SessionEnd end,
            int maxWaiting) {
        this.peer = peer;
        this.surroundings = surroundings;
        this.output = output;
        this.attachments = attachments;
        this.recorder = recorder;
        this.reports = reports;
        this.foreground = new Foreground(output.session(), maxWaiting);
        this.questions = new CancellationSource(Runnable::run);
        this.client = new DefaultSessionClient(peer, output.session(), questions, UserWaits.NONE, this::recordTerminal);
        this.presentation = new Presentation(output);
        this.settings = new SessionSettings(output, recorder);
        this.background = new SessionBackground(output, reports, peer.executor(), this::openCalls);
        this.reopening = new Reopening<>(this, output);
        this.closing = new SessionClosing(this, end);
    }

    public SessionOutput output() {
        return output;
    }

    DefaultClient peer() {
        return peer;
    }

    /** Returns what stores the session; null when nothing is stored. */
    public @Nullable SessionRecorder recorder() {
        return recorder;
    }

    /** Returns the modes and options as the client knows them. */
    public SessionSettings settings() {
        return settings;
    }

    /** Returns the turn that the session runs, and what waits for that. */
    public Foreground foreground() {
        return foreground;
    }

    /** Returns the activity that continues without the turn. */
    public SessionBackground inBackground() {
        return background;
    }

    /** Returns what is done while the session is opened again. */
    public Reopening<DefaultAgentSession> reopening() {
        return reopening;
    }

    /** Returns what is done when the session ends. */
    public SessionClosing closing() {
        return closing;
    }

    /** Returns where the session works. */
    public Surroundings surroundings() {
        return surroundings;
    }

    /** Returns the reports of turns to the client. */
    public WorkReports reports() {
        return reports;
    }

    /** Returns what the session does; for any thread. */
    public StateUpdate state() {
        StateUpdate reported = reports.state();
        if (reported != null) {
            return reported;
        }
        return turn() == null ? new IdleStateUpdate(null, null, null, null, null) : new RunningStateUpdate(null, null);
    }

    /** Returns the running turn; null between turns. */
    public @Nullable DefaultTurn turn() {
        return foreground.current();
    }

    private Collection<DefaultToolCall> openCalls() {
        DefaultTurn running = turn();
        return running == null ? List.of() : running.openCalls();
    }

    /** Returns whether the client has what was sent while the session was opened. */
    public Presentation presentation() {
        return presentation;
    }

    /** Stores what has been sent when no turn is running, so that it can be read. */
    public void settle() {
        if (recorder != null && turn() == null) {
            output.endMessage();
        }
    }

    /**
     * Begins to open the session again: what goes on in the background waits, and all that it has shown is stored, so that a replay shows
     * it. That somebody else has the session by now is no obstacle, since it is taken back.
     */
    public void beginReopening() {
        output.exclusively(() -> {
            reopening.begin();
            try {
                settle();
                if (recorder != null) {
                    recorder.flush();
                }
            } catch (BranchException e) {
                LOG.debug("{} is opened again, although it was lost: {}", this, e.getMessage());
            }
        });
    }

    /** Prepares for taking the place of an open session: what that asks and has in the background goes on. */
    public void expect(DefaultAgentSession earlier) {
        questions = earlier.questions;
        client = new DefaultSessionClient(peer, output.session(), questions, UserWaits.NONE, this::recordTerminal);
        background.expect(earlier.background);
    }

    /** Takes the place of a session that was open until now. */
    void follow(DefaultAgentSession earlier) {
        output.exclusively(() -> earlier.output.exclusively(() -> {
            background.follow(earlier.background);
            earlier.reopening.followedBy(reopening);
        }));
    }

    /** Withdraws the questions of the session to the user, those of its turn excepted. */
    public void withdrawQuestions() {
        questions.cancel();
    }

    /** Accepts turns again, since closing has been refused. */
    public void reopen() {
        questions = new CancellationSource(Runnable::run);
        client = new DefaultSessionClient(peer, output.session(), questions, UserWaits.NONE, this::recordTerminal);
        foreground.reopen();
    }

    @Override
    public SessionId id() {
        return output.session();
    }

    @Override
    public String cwd() {
        return surroundings.cwd();
    }

    @Override
    public List<String> additionalDirectories() {
        return surroundings.additionalDirectories();
    }

    @Override
    public List<McpServer> mcpServers() {
        return surroundings.mcpServers();
    }

    @Override
    public @Nullable SystemPrompt systemPrompt() {
        return surroundings.systemPrompt();
    }

    @Override
    public @Nullable SessionModeState modes() {
        return settings.modes();
    }

    @Override
    public @Nullable List<SessionConfigOption> configOptions() {
        return settings.options();
    }

    @Override
    public SessionClient client() {
        return client;
    }

    @Override
    public void update(SessionUpdate update) {
        settings.update(update);
    }

    @Override
    public void setMode(SessionModeId mode) {
        settings.setMode(mode);
    }

    @Override
    public void setConfigOption(SessionConfigId option, SessionConfigValue value) {
        settings.setOption(option, value);
    }

    @Override
    public CompletionStage<Void> startTurn(Turn.Handler handler) {
        if (reports.equals(WorkReports.NONE)) {
            throw ClientRules.missing("a turn without a prompt", 2);
        }
        DefaultTurn turn = new DefaultTurn(this, peer.executor());
        CompletableFuture<PromptResponse> outcome = turn.ending().outcome();
        Runnable start = () -> TurnRun.start(
                turn,
                peer.executor(),
                () -> {
                    handler.handle(turn);
                    return CompletableFuture.completedFuture(null);
                },
                failure -> {});
        if (foreground.beginOrWait(new Foreground.Waiting(turn, start, () -> {}, outcome::completeExceptionally))) {
            start.run();
        }
        return outcome.thenAccept(response -> {});
    }

    @Override
    public AgentTerminal openTerminal(String command, @Nullable String directory) {
        return DefaultAgentTerminal.open(this, command, directory);
    }

    @Override
    public boolean supports(SessionUpdate update) {
        return output.isTaken(update);
    }

    /**
     * Stores the output so far of the client's terminals, because the session is being closed.
     *
     * @return completes when the output is stored or the client has not returned it in time, never exceptionally
     */
    public CompletableFuture<Void> storeTerminalOutputs() {
        return recorder == null ? CompletableFuture.completedFuture(null) : client.storeAllTerminalOutputs();
    }

    /** Stores an update of a client's terminal that is not sent, because the client knows its own terminals. */
    void recordTerminal(Function<BranchRecorder, @Nullable TerminalUpdate> update, Runnable whenStored) {
        try {
            reopening.inPresent(present -> {
                if (present.output.isEnded()) {
                    LOG.debug("the output of a terminal of {} is not stored because the session has ended", this);
                    return;
                }
                SessionRecorder storing = present.recorder;
                TerminalUpdate stored = storing == null ? null : update.apply(storing);
                if (storing != null && stored != null) {
                    storing.record(stored);
                    storing.flush();
                    whenStored.run();
                }
            });
        } catch (RuntimeException e) {
            LOG.warn("the output of a terminal of {} was not stored", this, e);
        }
    }

    @Override
    public void background(List<BackgroundWork> running) {
        reopening.inPresent(present -> present.background.list(running));
    }

    /** Lists nothing as background work any more. */
    void unlistBackground() {
        background(List.of());
    }

    @Override
    public ToolCallHandle toolCall(ToolCall call) {
        DefaultToolCall handle = new DefaultToolCall(this, null, call);
        output.exclusively(() -> {
            update(call);
            if (!handle.isSettled()) {
                background.opened(handle);
            }
        });
        return handle;
    }

    @Override
    public SessionTree tree() {
        if (recorder == null) {
            return AgentSession.super.tree();
        }
        return recorder.tree(output, settings);
    }

    @Override
    public <T> void attach(Class<T> type, T value) {
        attachments.attach(type, value);
    }

    @Override
    public <T> @Nullable T attachment(Class<T> type) {
        return attachments.attachment(type);
    }

    @Override
    public String toString() {
        return "session " + id();
    }
}
