package io.acp4j.agent.internal.client;

import io.acp4j.agent.RemoteTerminal;
import io.acp4j.rpc.AcpException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A terminal that the client made. */
public final class DefaultRemoteTerminal implements RemoteTerminal {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultRemoteTerminal.class);

    private final DefaultClient peer;
    private final SessionId session;
    private final TerminalId id;
    private final RecordedTerminal recorded;
    private final TerminalOutputRecorder outputs;
    private final @Nullable CancellationToken cancellation;
    private final AtomicBoolean released = new AtomicBoolean();

    DefaultRemoteTerminal(
            DefaultClient peer,
            SessionId session,
            RecordedTerminal recorded,
            TerminalOutputRecorder outputs,
            @Nullable CancellationToken cancellation) {
        this.peer = peer;
        this.session = session;
        this.id = recorded.id();
        this.recorded = recorded;
        this.outputs = outputs;
        this.cancellation = cancellation;
    }

    @Override
    public TerminalId id() {
        return id;
    }

    @Override
    public TerminalOutputResponse output() {
        requireUnreleased();
        return noted(peer.request(Methods.TERMINAL_OUTPUT, TerminalOutputRequest.of(session, id)));
    }

    @Override
    public CompletableFuture<TerminalOutputResponse> outputAsync() {
        requireUnreleased();
        return peer.requestAsync(Methods.TERMINAL_OUTPUT, TerminalOutputRequest.of(session, id));
    }

    /** Stores output that is final. */
    private TerminalOutputResponse noted(TerminalOutputResponse response) {
        if (response.exitStatus() != null && recorded.needsOutput()) {
            outputs.record(recorder -> recorded.output(response, recorder), recorded::stored);
        }
        return response;
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
            if (recorded.needsOutput()) {
                TerminalOutputResponse response = lastOutput();
                outputs.record(recorder -> recorded.lastOutput(response, recorder), recorded::stored);
            }
            recorded.release();
            peer.request(Methods.TERMINAL_RELEASE, ReleaseTerminalRequest.of(session, id));
        }
    }

    /** Requests the output before the release, with which the client may discard it. Returns null if the client does not return it. */
    private @Nullable TerminalOutputResponse lastOutput() {
        try {
            return Waits.await(requestLastOutput());
        } catch (AcpException e) {
            LOG.debug("the output of terminal {} of session {} is not stored", id, session, e);
            return null;
        }
    }

    private CompletableFuture<TerminalOutputResponse> requestLastOutput() {
        return peer.requestAsync(
                Methods.TERMINAL_OUTPUT, TerminalOutputRequest.of(session, id), DefaultSessionClient.OUTPUT_LIMIT);
    }

    @Override
    public CompletableFuture<Void> releaseAsync() {
        if (!released.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        if (!recorded.needsOutput()) {
            return requestRelease();
        }
        return requestLastOutput()
                .handleAsync(
                        (response, failure) -> {
                            outputs.record(recorder -> recorded.lastOutput(response, recorder), recorded::stored);
                            return id;
                        },
                        peer.executor())
                .thenCompose(stored -> requestRelease());
    }

    private CompletableFuture<Void> requestRelease() {
        recorded.release();
        return peer.requestAsync(Methods.TERMINAL_RELEASE, ReleaseTerminalRequest.of(session, id))
                .thenAccept(done -> {});
    }

    private void requireUnreleased() {
        if (released.get()) {
            throw new IllegalStateException("terminal " + id + " has been released");
        }
    }
}
