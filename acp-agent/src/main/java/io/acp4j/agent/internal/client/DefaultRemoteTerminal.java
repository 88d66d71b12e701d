package io.acp4j.agent.internal.client;

import io.acp4j.agent.RemoteTerminal;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.terminal.KillTerminalRequest;
import io.acp4j.schema.terminal.ReleaseTerminalRequest;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.terminal.WaitForTerminalExitRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A terminal that the client made. */
public final class DefaultRemoteTerminal implements RemoteTerminal {

    private final DefaultClientPeer peer;
    private final SessionId session;
    private final TerminalId id;
    private final @Nullable CancellationToken cancellation;
    private final AtomicBoolean released = new AtomicBoolean();

    DefaultRemoteTerminal(
            DefaultClientPeer peer, SessionId session, TerminalId id, @Nullable CancellationToken cancellation) {
        this.peer = peer;
        this.session = session;
        this.id = id;
        this.cancellation = cancellation;
    }

    @Override
    public TerminalId id() {
        return id;
    }

    @Override
    public TerminalOutputResponse output() {
        requireUnreleased();
        return peer.request(Methods.TERMINAL_OUTPUT, TerminalOutputRequest.of(session, id));
    }

    @Override
    public CompletableFuture<TerminalOutputResponse> outputAsync() {
        requireUnreleased();
        return peer.requestAsync(Methods.TERMINAL_OUTPUT, TerminalOutputRequest.of(session, id));
    }

    @Override
    public TerminalExitStatus waitForExit() {
        return Waits.await(waitForExitAsync());
    }

    @Override
    public CompletableFuture<TerminalExitStatus> waitForExitAsync() {
        requireUnreleased();
        return Waits.untilCancelled(
                cancellation,
                () -> peer.requestAsync(Methods.TERMINAL_WAIT_FOR_EXIT, WaitForTerminalExitRequest.of(session, id)),
                response -> new TerminalExitStatus(response.exitCode(), response.signal(), response.meta()));
    }

    @Override
    public void kill() {
        requireUnreleased();
        peer.request(Methods.TERMINAL_KILL, KillTerminalRequest.of(session, id));
    }

    @Override
    public CompletableFuture<Void> killAsync() {
        requireUnreleased();
        return peer.requestAsync(Methods.TERMINAL_KILL, KillTerminalRequest.of(session, id))
                .thenAccept(killed -> {});
    }

    @Override
    public void release() {
        if (released.compareAndSet(false, true)) {
            peer.request(Methods.TERMINAL_RELEASE, ReleaseTerminalRequest.of(session, id));
        }
    }

    @Override
    public CompletableFuture<Void> releaseAsync() {
        if (!released.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        return peer.requestAsync(Methods.TERMINAL_RELEASE, ReleaseTerminalRequest.of(session, id))
                .thenAccept(done -> {});
    }

    private void requireUnreleased() {
        if (released.get()) {
            throw new IllegalStateException("terminal " + id + " has been released");
        }
    }
}
