package io.acp4j.agent.internal.session;

import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.internal.protocol.Ids;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalCapabilities;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalSize;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A terminal of the agent; whether it has ended is decided under the lock of the session's output. */
public final class DefaultAgentTerminal implements AgentTerminal, OpenItem {

    private final DefaultAgentSession session;
    private final TerminalId id = new TerminalId(Ids.random("term_"));
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile @Nullable Runnable action;
    private boolean ended;

    private DefaultAgentTerminal(DefaultAgentSession session) {
        this.session = session;
    }

    /** Shows a new terminal. */
    static AgentTerminal open(DefaultAgentSession session, String command, @Nullable String directory) {
        DefaultAgentTerminal terminal = new DefaultAgentTerminal(session);
        session.output().exclusively(() -> {
            session.update(TerminalUpdate.builder(terminal.id)
                    .command(command)
                    .cwd(directory)
                    .build());
            session.inBackground().opened(terminal);
        });
        return terminal;
    }

    private void show(SessionUpdate update) {
        session.reopening().inPresent(present -> {
            requireRunning();
            present.update(update);
        });
    }

    private void requireRunning() {
        if (ended) {
            throw new IllegalStateException("the command of terminal " + id + " has ended");
        }
    }

    private void end(TerminalExitStatus status) {
        session.reopening().inPresent(present -> {
            requireRunning();
            ended = true;
            present.inBackground().ended(this);
            end.complete(null);
            present.update(TerminalUpdate.builder(id).exitStatus(status).build());
        });
    }

    @Override
    public boolean isTerminal() {
        return true;
    }

    @Override
    public boolean is(BackgroundWork listed) {
        return listed instanceof BackgroundTerminal known && known.terminalId().equals(id);
    }

    @Override
    public @Nullable Runnable cancellation() {
        return action;
    }

    @Override
    public CompletableFuture<Void> ended() {
        return end;
    }

    @Override
    public void endWithSession() {
        if (!ended) {
            end(new TerminalExitStatus(null, null, null));
        }
    }

    @Override
    public TerminalId id() {
        return id;
    }

    @Override
    public void write(byte[] output) {
        show(TerminalOutputChunk.ofBytes(id, output));
    }

    @Override
    public void size(int columns, int rows) {
        show(TerminalUpdate.builder(id).size(TerminalSize.of(columns, rows)).build());
    }

    @Override
    public void onCancel(Runnable wanted) {
        session.reopening().inPresent(present -> {
            requireRunning();
            action = wanted;
            present.inBackground().cancellables().add(id, wanted);
            present.update(TerminalUpdate.builder(id)
                    .capabilities(TerminalCapabilities.builder().cancel().build())
                    .build());
        });
    }

    @Override
    public void exited(long code) {
        end(TerminalExitStatus.exited(code));
    }

    @Override
    public void killed(String signal) {
        end(TerminalExitStatus.killed(signal));
    }

    @Override
    public String toString() {
        return "terminal " + id + " of " + session;
    }
}
