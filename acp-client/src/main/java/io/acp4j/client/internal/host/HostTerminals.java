package io.acp4j.client.internal.host;

import io.acp4j.client.ClientSession;
import io.acp4j.client.host.HostCommand;
import io.acp4j.client.host.TerminalObserver;
import io.acp4j.process.ProcessTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.CreateTerminalResponse;
import io.acp4j.schema.terminal.KillTerminalRequest;
import io.acp4j.schema.terminal.KillTerminalResponse;
import io.acp4j.schema.terminal.ReleaseTerminalRequest;
import io.acp4j.schema.terminal.ReleaseTerminalResponse;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.terminal.WaitForTerminalExitRequest;
import io.acp4j.schema.terminal.WaitForTerminalExitResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The terminals of one connection. */
public final class HostTerminals {

    private static final Logger LOG = LoggerFactory.getLogger(HostTerminals.class);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final TerminalSettings settings;
    private final Roots roots;
    private final Map<TerminalId, HostTerminal> terminals = new HashMap<>();
    private boolean closed;

    public HostTerminals(TerminalSettings settings, Roots roots) {
        this.settings = settings;
        this.roots = roots;
    }

    public CreateTerminalResponse create(CreateTerminalRequest request, RequestContext context) throws Exception {
        ClientSession session = roots.session(request.sessionId());
        requireRoom(session.id());
        HostCommand command = CommandLine.of(request, session, roots, settings.shell());
        if (!settings.guard().mayRun(command)) {
            throw new TerminalException(TerminalException.REFUSED, "The command may not be run");
        }
        // The guard may have asked somebody, who took some time; the session may have ended meanwhile.
        context.cancellation().throwIfCancelled();
        roots.session(session.id());
        TerminalId id = new TerminalId("term-" + NUMBERS.incrementAndGet());
        ProcessTree tree = CommandLine.start(command, settings.inherited());
        TerminalNotifier notifier = new TerminalNotifier(
                settings.observer(), new TerminalObserver.ObservedTerminal(id, command), settings.outputBytes());
        HostTerminal terminal =
                new HostTerminal(id.value(), session.id(), tree, limit(request.outputByteLimit()), notifier);
        notifier.started();
        terminal.start();
        if (!add(id, terminal)) {
            terminal.release(settings.killGrace());
            requireRoom(session.id());
            throw AcpErrorException.notFound("sessionId", session.id().value());
        }
        return CreateTerminalResponse.of(id);
    }

    private int limit(@Nullable Long asked) {
        // Numbers beyond 2^63 are negative here.
        return asked == null
                ? settings.outputBytes()
                : Long.compareUnsigned(asked, settings.maxOutputBytes()) > 0
                        ? settings.maxOutputBytes()
                        : asked.intValue();
    }

    private synchronized void requireRoom(SessionId session) {
        if (!hasRoom(session)) {
            throw new TerminalException(
                    TerminalException.TOO_MANY,
                    "The session has " + settings.maxTerminals() + " terminals, which is the limit; release some");
        }
    }

    private boolean hasRoom(SessionId session) {
        long count = terminals.values().stream()
                .filter(terminal -> terminal.session().equals(session))
                .count();
        return count < settings.maxTerminals();
    }

    private synchronized boolean add(TerminalId id, HostTerminal terminal) {
        if (closed || roots.hasEnded(terminal.session()) || !hasRoom(terminal.session())) {
            return false;
        }
        terminals.put(id, terminal);
        return true;
    }

    private synchronized HostTerminal find(SessionId session, TerminalId id) {
        HostTerminal terminal = terminals.get(id);
        if (terminal == null || !terminal.session().equals(session)) {
            throw AcpErrorException.notFound("terminalId", id.value());
        }
        return terminal;
    }

    public TerminalOutputResponse output(TerminalOutputRequest request, RequestContext context) {
        HostTerminal terminal = find(request.sessionId(), request.terminalId());
        // Before the output, so that all of it is there when the command is told to have ended.
        TerminalExitStatus exit = terminal.exit().toCompletableFuture().getNow(null);
        OutputTail.Snapshot output = terminal.output();
        return new TerminalOutputResponse(output.text(), output.truncated(), exit, null);
    }

    public CompletionStage<WaitForTerminalExitResponse> waitForExit(
            WaitForTerminalExitRequest request, RequestContext context) {
        CompletableFuture<WaitForTerminalExitResponse> answer = find(request.sessionId(), request.terminalId())
                .exit()
                .thenApplyAsync(
                        exit -> new WaitForTerminalExitResponse(exit.exitCode(), exit.signal(), null),
                        context.executor())
                .toCompletableFuture();
        Registration registration = context.cancellation()
                .onCancel(() -> answer.completeExceptionally(
                        new RequestCancelledException(context.method() + " was cancelled by the agent", null)));
        return answer.whenComplete((exit, failure) -> registration.close());
    }

    public KillTerminalResponse kill(KillTerminalRequest request, RequestContext context) throws InterruptedException {
        find(request.sessionId(), request.terminalId()).kill(settings.killGrace());
        return KillTerminalResponse.EMPTY;
    }

    public ReleaseTerminalResponse release(ReleaseTerminalRequest request, RequestContext context)
            throws InterruptedException {
        HostTerminal terminal;
        synchronized (this) {
            terminal = find(request.sessionId(), request.terminalId());
            terminals.remove(request.terminalId());
        }
        terminal.release(settings.killGrace());
        return ReleaseTerminalResponse.EMPTY;
    }

    public void endSession(SessionId session) {
        releaseAll(terminal -> terminal.session().equals(session));
    }

    public void close() {
        synchronized (this) {
            closed = true;
        }
        releaseAll(terminal -> true);
    }

    /** Releases without keeping the caller waiting, who may be anybody. */
    private void releaseAll(Predicate<HostTerminal> which) {
        List<HostTerminal> left;
        synchronized (this) {
            left = terminals.values().stream().filter(which).toList();
            terminals.values().removeAll(left);
        }
        if (!left.isEmpty()) {
            Thread releasing = new Thread(() -> left.forEach(this::release), "acp-terminal-release");
            releasing.setDaemon(true);
            releasing.start();
        }
    }

    private void release(HostTerminal terminal) {
        try {
            terminal.release(settings.killGrace());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn(
                    "releasing the terminals of session {} was interrupted",
                    LogText.of(terminal.session().value()));
        }
    }
}
