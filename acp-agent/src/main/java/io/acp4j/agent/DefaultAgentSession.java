package io.acp4j.agent;

import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.mcp.McpServer;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.session.SystemPrompt;
import io.acp4j.schema.v1.update.ConfigOptionUpdate;
import io.acp4j.schema.v1.update.CurrentModeUpdate;
import io.acp4j.schema.v1.update.SessionUpdate;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An open session: its surroundings, its state as the client knows it, and its one turn. */
final class DefaultAgentSession implements AgentSession {

    private final Surroundings surroundings;
    private final SessionOutput output;
    private final AttachmentMap attachments;
    private final DefaultClientPeer peer;
    private final DefaultSessionClient client;
    private final @Nullable Recorder recorder;
    private volatile @Nullable SessionModeState modes;
    private volatile @Nullable List<SessionConfigOption> configOptions;

    /** Guards what follows. */
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable DefaultTurn turn;
    private boolean closing;

    /**
     * Where a session works.
     *
     * @param cwd its working directory
     * @param additionalDirectories other directories of it
     * @param mcpServers the servers to connect to
     * @param systemPrompt the client's instructions; null when there are none
     */
    record Surroundings(
            String cwd,
            List<String> additionalDirectories,
            List<McpServer> mcpServers,
            @Nullable SystemPrompt systemPrompt) {

        /** The same with the instructions that are stored with the session, unless the client gives others now. */
        Surroundings following(@Nullable SystemPrompt stored) {
            return systemPrompt != null || stored == null
                    ? this
                    : new Surroundings(cwd, additionalDirectories, mcpServers, stored);
        }
    }

    DefaultAgentSession(
            DefaultClientPeer peer,
            Surroundings surroundings,
            SessionOutput output,
            AttachmentMap attachments,
            @Nullable Recorder recorder) {
        this.peer = peer;
        this.surroundings = surroundings;
        this.output = output;
        this.attachments = attachments;
        this.recorder = recorder;
        this.client = new DefaultSessionClient(peer, output.session(), null);
    }

    SessionOutput output() {
        return output;
    }

    DefaultClientPeer peer() {
        return peer;
    }

    /** What stores the session; null when nothing is stored. */
    @Nullable
    Recorder recorder() {
        return recorder;
    }

    /** Stores what has been sent when no turn is running, so that it can be read. */
    void settle() {
        if (recorder != null && turn() == null) {
            output.endMessage();
        }
    }

    /** Stops since somebody else has the session now; waits for nobody. */
    void lose(AcpErrorException why) {
        output.refuse(why);
        DefaultTurn running = turn();
        if (running != null) {
            running.lose(why);
        }
    }

    /** Closes the session: nothing is sent any more, and what was sent is stored. */
    void close() {
        output.exclusively(() -> {
            output.close();
            if (recorder != null) {
                recorder.close();
            }
        });
    }

    /** Sets what the client is told in the answer that opens the session. */
    void state(@Nullable SessionModeState newModes, @Nullable List<SessionConfigOption> newOptions) {
        modes = newModes;
        configOptions = newOptions;
    }

    /** Makes a turn the running one; refuses it when another one is. */
    void begin(DefaultTurn next) {
        lock.lock();
        try {
            if (closing) {
                throw AcpErrorException.notFound("sessionId", id().value());
            }
            if (turn != null) {
                throw turnInProgress();
            }
            turn = next;
        } finally {
            lock.unlock();
        }
    }

    /** Makes room for the next turn. */
    void end(DefaultTurn ended) {
        lock.lock();
        try {
            if (turn == ended) {
                turn = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The running turn; null when none is. */
    @Nullable
    DefaultTurn turn() {
        lock.lock();
        try {
            return turn;
        } finally {
            lock.unlock();
        }
    }

    /** Begins to close the session, so that it takes no more prompts; false when that has begun already. */
    boolean beginClosing() {
        lock.lock();
        try {
            boolean first = !closing;
            closing = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** Takes prompts again, since closing has been refused. */
    void reopen() {
        lock.lock();
        try {
            closing = false;
        } finally {
            lock.unlock();
        }
    }

    static AcpErrorException turnInProgress() {
        return AcpErrorException.invalidRequest(
                "turn_in_progress", "The session is busy with a prompt; wait for its answer, or cancel it first");
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
    public SessionTree tree() {
        if (recorder == null) {
            return AgentSession.super.tree();
        }
        return recorder.tree();
    }

    /** Takes and stores a mode that the client has chosen; the handler may have told the client of it already. */
    void modeChosen(SessionModeId mode) {
        output.exclusively(() -> {
            SessionModeState known = modes;
            if (recorder != null && (known == null || !known.currentModeId().equals(mode))) {
                recorder.record(new CurrentModeUpdate(mode, null));
            }
            modeChanged(mode);
        });
    }

    /** Takes and stores options that the client has chosen. */
    void optionsChosen(List<SessionConfigOption> options) {
        output.exclusively(() -> {
            if (recorder != null && !options.equals(configOptions)) {
                recorder.record(new ConfigOptionUpdate(options, null));
            }
            configOptions = options;
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
