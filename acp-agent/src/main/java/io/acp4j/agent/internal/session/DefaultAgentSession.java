package io.acp4j.agent.internal.session;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.SessionClient;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.WorkHandler;
import io.acp4j.agent.internal.client.AttachmentMap;
import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.agent.internal.client.DefaultClientPeer;
import io.acp4j.agent.internal.client.DefaultSessionClient;
import io.acp4j.agent.internal.client.UserWaits;
import io.acp4j.agent.internal.protocol.ConfigOptions;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.CancellationSource;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An open session: its surroundings, its state as the client knows it, and its one turn. */
public final class DefaultAgentSession implements AgentSession {

    /** How long what follows waits for the response that opens the session. */
    private static final long PRESENT_SECONDS = 30;

    /** How long the cancelled turn of a session that somebody else has now may take before the author is told of its end. */
    private static final long LOST_TURN_SECONDS = 30;

    private final Surroundings surroundings;
    private final SessionOutput output;
    private final AttachmentMap attachments;
    private final DefaultClientPeer peer;
    private volatile CancellationSource questions;
    private volatile DefaultSessionClient client;
    private final @Nullable SessionRecorder recorder;
    private volatile @Nullable SessionModeState modes;
    private volatile @Nullable List<SessionConfigOption> configOptions;

    /** Completes when the client knows the session and has what was sent while it was opened. */
    private final CompletableFuture<Void> presented = new CompletableFuture<>();

    private final Foreground foreground;
    private final WorkReports reports;
    private final Cancellables cancellables = new Cancellables();
    private final Background background = new Background();
    private final SessionEnd end;

    /** What was opened in the place of this session. */
    private volatile @Nullable DefaultAgentSession successor;

    private final Object losing = new Object();

    /** Whether the session is being opened again by its own client, which must not end what it has in the background. */
    private boolean isReopening;

    /** What is done about a loss that came meanwhile. */
    private @Nullable Runnable loss;

    public DefaultAgentSession(
            DefaultClientPeer peer,
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
        this.end = end;
        this.foreground = new Foreground(output.session(), maxWaiting);
        this.questions = new CancellationSource(Runnable::run);
        this.client = new DefaultSessionClient(peer, output.session(), questions, UserWaits.NONE);
        output.writer().settings(() -> new OpenedState(modes, configOptions, null));
    }

    public SessionOutput output() {
        return output;
    }

    DefaultClientPeer peer() {
        return peer;
    }

    /** Returns what stores the session; null when nothing is stored. */
    public @Nullable SessionRecorder recorder() {
        return recorder;
    }

    /** Delivers what was sent while the session was opened, and lets turns begin. */
    void present() {
        try {
            output.release();
        } finally {
            presented.complete(null);
        }
    }

    /**
     * Returns when the client has what was sent while the session was opened, so that turns may begin, and other replays. A
     * response that was never sent ends the wait.
     *
     * @return a stage that never fails
     */
    public CompletableFuture<Void> presented() {
        if (presented.isDone()) {
            return presented;
        }
        return presented
                .copy()
                .completeOnTimeout(null, PRESENT_SECONDS, TimeUnit.SECONDS)
                .thenRun(this::present);
    }

    /** Stores what has been sent when no turn is running, so that it can be read. */
    public void settle() {
        if (recorder != null && turn() == null) {
            output.endMessage();
        }
    }

    /** Prepares for taking the place of an open session: what that asks and has in the background goes on. */
    public void expect(DefaultAgentSession earlier) {
        questions = earlier.questions;
        client = new DefaultSessionClient(peer, output.session(), questions, UserWaits.NONE);
        reports.carry(earlier.output.exclusively(earlier.background::listed));
    }

    /** Takes the place of a session that was open until now. */
    void follow(DefaultAgentSession earlier) {
        output.exclusively(() -> earlier.output.exclusively(() -> {
            boolean listed = background.listed() != null;
            background.follow(earlier.background);
            cancellables.follow(earlier.cancellables);
            if (!listed) {
                reports.carry(background.listed());
            }
            earlier.successor = this;
        }));
    }

    /** Runs something in the session that has this one's place now, while nobody else sends there. */
    void inPresent(Consumer<DefaultAgentSession> action) {
        while (true) {
            DefaultAgentSession present = this;
            while (present.successor != null) {
                present = present.successor;
            }
            DefaultAgentSession found = present;
            boolean done = found.output.exclusively(() -> {
                boolean current = found.successor == null;
                if (current) {
                    action.accept(found);
                }
                return current;
            });
            if (done) {
                return;
            }
        }
    }

    /** Withdraws what the session asks the user beside its work. */
    public void withdrawQuestions() {
        questions.cancel();
    }

    /**
     * Stops what goes on without the work, since the session is being closed.
     *
     * @param all whether to stop what is not listed as background work, too
     * @return a stage that completes when all of it has ended, never exceptionally
     */
    public CompletableFuture<Void> stopBackground(boolean all) {
        List<OpenItem> open = output.exclusively(() -> openItems(all));
        boolean listed = output.exclusively(this::isBackgroundListed);
        return open.isEmpty() && !listed
                ? CompletableFuture.completedFuture(null)
                : BackgroundEnd.stop(open, peer.executor(), () -> output.exclusively(() -> endBackground(open)), this);
    }

    private void endBackground(List<OpenItem> open) {
        open.forEach(OpenItem::endWithSession);
        if (isBackgroundListed()) {
            background(List.of());
        }
    }

    /** Takes work again, since closing has been refused. */
    public void reopen() {
        questions = new CancellationSource(Runnable::run);
        client = new DefaultSessionClient(peer, output.session(), questions, UserWaits.NONE);
        foreground.reopen();
    }

    /** Stops what goes on without the work, of which nothing can be shown any more; waits for nobody. */
    private void abandonBackground() {
        BackgroundEnd.execute(peer.executor(), () -> {
            withdrawQuestions();
            BackgroundEnd.abandon(output.exclusively(() -> openItems(true)), peer.executor());
        });
    }

    /** Puts off the loss of the session that opening it again on the same connection causes. */
    public void beginReopening() {
        synchronized (losing) {
            isReopening = true;
        }
    }

    /** Ends that. If no other session has followed this one, what was put off happens now. */
    public void endReopening() {
        Runnable putOff;
        synchronized (losing) {
            isReopening = false;
            putOff = loss;
            loss = null;
        }
        if (putOff != null && successor == null) {
            putOff.run();
        }
    }

    /**
     * Loses the session, now or, while it is being opened again, when that has failed.
     *
     * @param forget what else is to be done then
     */
    public void lose(AcpErrorException why, Runnable forget) {
        Runnable all = () -> {
            lose(why);
            forget.run();
        };
        synchronized (losing) {
            if (isReopening) {
                loss = all;
                return;
            }
        }
        all.run();
    }

    /** Stops since somebody else has the session now; waits for nobody. */
    private void lose(AcpErrorException why) {
        output.refuse(why);
        presented.complete(null);
        foreground.withdrawAll(why);
        DefaultWork running = turn();
        if (running != null) {
            running.ending().lose(why);
        }
        abandonBackground();
        var unused = end.runAfter(
                running == null
                        ? CompletableFuture.completedFuture(null)
                        : running.ending()
                                .finished()
                                .copy()
                                .completeOnTimeout(null, LOST_TURN_SECONDS, TimeUnit.SECONDS),
                this);
    }

    /** Calls the handler of the author for the end of the session, which is closed; on a handler thread. */
    void end() {
        end.run(this);
    }

    /**
     * Calls the handler of the author for the end of the session, which is closed, on a handler thread.
     *
     * @return completes when the author's handler has returned
     */
    CompletableFuture<Void> endAsync() {
        return end.runAfter(CompletableFuture.completedFuture(null), this);
    }

    /** Closes a session that could not be opened after all, and tells the author. */
    public void fail() {
        output.close();
        end();
    }

    /** Closes the session: nothing is sent any more, and what was sent is stored. */
    void close() {
        presented.complete(null);
        output.exclusively(() -> {
            reports.closed();
            output.close();
            if (recorder != null) {
                recorder.close();
            }
        });
    }

    /**
     * Closes the session of a client that is gone, in good order if nobody is stuck in sending for long; else under the thread that
     * is sending, whose update is refused.
     *
     * @param waitNanos how long to wait for the thread that is sending
     */
    void abandon(long waitNanos) {
        DefaultWork running = turn();
        boolean closed = output.tryExclusively(waitNanos, () -> {
            output.close();
            if (recorder != null) {
                recorder.close();
            }
        });
        if (!closed) {
            AcpErrorException why = BranchException.closed(id());
            output.refuse(why);
            if (recorder != null) {
                recorder.lose(why);
            }
        }
        if (running != null) {
            running.ending().giveUp();
        }
        abandonBackground();
    }

    /** Sets what the client learns from the response that opens the session. */
    public void state(@Nullable SessionModeState newModes, @Nullable List<SessionConfigOption> newOptions) {
        modes = newModes;
        configOptions = newOptions;
    }

    /** Returns the work that the session does, and what waits for that. */
    public Foreground foreground() {
        return foreground;
    }

    /** Returns the running work; null when there is none. */
    public @Nullable DefaultWork turn() {
        return foreground.current();
    }

    /** Returns what reports the work to the client. */
    public WorkReports reports() {
        return reports;
    }

    /** Returns what is told when work waits for the user. */
    UserWaits userWaits(DefaultWork work) {
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
                if (!reports.equals(WorkReports.NONE)) {
                    output.exclusively(() -> {
                        if (work.equals(turn())) {
                            event.accept(reports);
                        }
                    });
                }
            }
        };
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
        return modes;
    }

    @Override
    public @Nullable List<SessionConfigOption> configOptions() {
        return configOptions;
    }

    @Override
    public SessionClient client() {
        return client;
    }

    @Override
    public void update(SessionUpdate update) {
        output.exclusively(() -> {
            output.send(update);
            if (update instanceof CurrentModeUpdate mode) {
                modeChanged(mode.currentModeId());
            } else if (update instanceof ConfigOptionUpdate options) {
                configOptions = options.configOptions();
            }
        });
    }

    @Override
    public void setMode(SessionModeId mode) {
        output.exclusively(() -> {
            SessionModeState known = modes;
            if (known == null
                    || known.availableModes().stream()
                            .noneMatch(each -> each.id().equals(mode))) {
                throw new IllegalArgumentException("session " + id() + " has no mode " + mode);
            }
            if (!known.currentModeId().equals(mode)) {
                update(new CurrentModeUpdate(mode, null));
            }
        });
    }

    @Override
    public void setConfigOption(SessionConfigId option, SessionConfigValue value) {
        output.exclusively(() -> {
            List<SessionConfigOption> known = configOptions;
            List<SessionConfigOption> changed = ConfigOptions.changed(known == null ? List.of() : known, option, value);
            if (!changed.equals(known)) {
                update(new ConfigOptionUpdate(changed, null));
            }
        });
    }

    @Override
    public CompletionStage<Void> startWork(WorkHandler handler) {
        if (reports.equals(WorkReports.NONE)) {
            throw ClientRules.missing("work that no prompt has begun", 2);
        }
        DefaultWork work = new DefaultWork(this, peer.executor());
        CompletableFuture<PromptResponse> outcome = work.ending().outcome();
        Runnable start = () -> WorkRun.start(
                work,
                peer.executor(),
                () -> {
                    handler.handle(work);
                    return CompletableFuture.completedFuture(null);
                },
                failure -> {});
        if (foreground.beginOrWait(new Foreground.Waiting(work, start, () -> {}, outcome::completeExceptionally))) {
            start.run();
        }
        return outcome.thenAccept(response -> {});
    }

    @Override
    public AgentTerminal openTerminal(String command, @Nullable String directory) {
        return DefaultAgentTerminal.open(this, command, directory);
    }

    @Override
    public boolean takes(SessionUpdate update) {
        return output.isTaken(update);
    }

    /** Returns what the client may cancel alone. */
    public Cancellables cancellables() {
        return cancellables;
    }

    @Override
    public void background(List<BackgroundWork> running) {
        inPresent(present -> {
            present.background.list(running);
            present.output.report(() -> present.reports.background(running));
        });
    }

    /** Notes that a terminal has been shown; for the thread that holds the lock of the output, as all of these. */
    void opened(DefaultAgentTerminal terminal) {
        background.add(terminal);
    }

    void ended(DefaultAgentTerminal terminal) {
        cancellables.remove(terminal.id());
        background.remove(terminal);
    }

    void ended(DefaultToolCall call) {
        cancellables.remove(call.id());
        background.remove(call);
    }

    boolean isListed(DefaultToolCall call) {
        return background.lists(call.id());
    }

    /** Returns whether a tool call goes on when its work has ended, and remembers it then. */
    boolean goesOn(DefaultToolCall call) {
        boolean listed = isListed(call);
        if (listed) {
            background.add(call);
        }
        return listed;
    }

    boolean isBackgroundListed() {
        return background.isListed();
    }

    /** Returns what goes on without the work, with what of that is not listed or without. */
    List<OpenItem> openItems(boolean all) {
        DefaultWork running = turn();
        return background.open(running == null ? List.of() : running.openCalls(), all);
    }

    @Override
    public ToolCallHandle toolCall(ToolCall call) {
        DefaultToolCall handle = new DefaultToolCall(this, null, call);
        output.exclusively(() -> {
            update(call);
            if (!handle.isSettled()) {
                background.add(handle);
            }
        });
        return handle;
    }

    @Override
    public SessionTree tree() {
        if (recorder == null) {
            return AgentSession.super.tree();
        }
        return recorder.tree(this);
    }

    /** Takes and stores a mode that the client has chosen; the handler may have sent it to the client already. */
    public void modeChosen(SessionModeId mode) {
        output.exclusively(() -> {
            SessionModeState known = modes;
            if (recorder != null && (known == null || !known.currentModeId().equals(mode))) {
                recorder.record(new CurrentModeUpdate(mode, null));
            }
            modeChanged(mode);
        });
    }

    /** Takes and stores options that the client has chosen. */
    public void optionsChosen(List<SessionConfigOption> options) {
        output.exclusively(() -> {
            if (recorder != null && !options.equals(configOptions)) {
                recorder.record(new ConfigOptionUpdate(options, null));
            }
            configOptions = options;
        });
    }

    /** Checks, takes and stores a choice of the client, and returns all options afterwards. */
    public List<SessionConfigOption> optionChosen(SetSessionConfigOptionRequest request) {
        return output.exclusively(() -> {
            List<SessionConfigOption> known = configOptions == null ? List.of() : configOptions;
            ConfigOptions.check(request, known);
            List<SessionConfigOption> changed = ConfigOptions.changed(known, request.configId(), request.value());
            optionsChosen(changed);
            return changed;
        });
    }

    void modeChanged(SessionModeId mode) {
        SessionModeState known = modes;
        if (known != null) {
            modes = new SessionModeState(mode, known.availableModes(), known.meta());
        }
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
