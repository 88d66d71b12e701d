package io.acp4j.agent.internal.client;

import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.SessionClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileRequest;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.CancelledPermissionOutcome;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionOutcome;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.permission.SelectedPermissionOutcome;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.CreateTerminalResponse;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.update.ToolCallUpdate;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills in the session, and ends waits when a turn is cancelled. */
public final class DefaultSessionClient extends DefaultClient implements SessionClient {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultSessionClient.class);

    /** Time limit for the output that is stored before something else is done, which must not take much longer for it. */
    static final Duration OUTPUT_LIMIT = Duration.ofSeconds(5);

    private final SessionId session;
    private final CancellationToken cancellation;
    private final UserWaits waits;
    private final TerminalOutputRecorder outputs;

    /**
     * Creates the client of a session.
     *
     * @param cancellation ends waits
     * @param waits told when the user is asked something
     * @param outputs stores the output of terminals
     */
    public DefaultSessionClient(
            DefaultClient client,
            SessionId session,
            CancellationToken cancellation,
            UserWaits waits,
            TerminalOutputRecorder outputs) {
        super(client, cancellation);
        this.session = session;
        this.cancellation = cancellation;
        this.waits = waits;
        this.outputs = outputs;
    }

    /**
     * Requests the output so far of the open terminals in tool calls of the turn that ends, to store it when the responses arrive. Does not
     * wait for them. Output of later turns is stored when the terminal is released or the session is closed.
     */
    public void storeTerminalOutputs() {
        for (RecordedTerminal terminal : terminals().open(session)) {
            if (terminal.endTurn()) {
                var unused = storeOutput(terminal);
            }
        }
    }

    /**
     * Requests the output so far of all open terminals in tool calls and stores it.
     *
     * @return completes when the output is stored or the client has not returned it in time, never exceptionally
     */
    public CompletableFuture<Void> storeAllTerminalOutputs() {
        return CompletableFuture.allOf(terminals().open(session).stream()
                        .filter(RecordedTerminal::needsOutput)
                        .map(this::storeOutput)
                        .toArray(CompletableFuture[]::new))
                .exceptionally(failure -> null);
    }

    private CompletableFuture<Void> storeOutput(RecordedTerminal terminal) {
        try {
            return requestAsync(Methods.TERMINAL_OUTPUT, TerminalOutputRequest.of(session, terminal.id()), OUTPUT_LIMIT)
                    .handleAsync(
                            (response, failure) -> {
                                if (failure == null) {
                                    outputs.record(recorder -> terminal.output(response, recorder), terminal::stored);
                                } else {
                                    unstored(terminal, failure);
                                }
                                return null;
                            },
                            executor());
        } catch (AcpException e) {
            unstored(terminal, e);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void unstored(RecordedTerminal terminal, Throwable failure) {
        LOG.debug("the output of terminal {} of session {} is not stored", terminal.id(), session, failure);
        if (failure instanceof AcpErrorException) {
            terminal.release(); // The client no longer has the terminal.
        }
    }

    /** Waits for the user, and reports that. */
    private <T> T ask(CompletableFuture<T> question) {
        waits.begin();
        try {
            return Waits.await(question);
        } finally {
            waits.end();
        }
    }

    @Override
    public <T> CompletableFuture<T> requireAction(CompletableFuture<T> answer) {
        waits.begin();
        return answer.whenComplete((result, failure) -> waits.end());
    }

    @Override
    public String readTextFile(String path) {
        return readTextFile(path, null, null);
    }

    @Override
    public String readTextFile(String path, @Nullable Long line, @Nullable Long limit) {
        return request(Methods.FS_READ_TEXT_FILE, new ReadTextFileRequest(session, path, line, limit, null))
                .content();
    }

    @Override
    public CompletableFuture<String> readTextFileAsync(String path, @Nullable Long line, @Nullable Long limit) {
        return Outcome.of(
                requestAsync(Methods.FS_READ_TEXT_FILE, new ReadTextFileRequest(session, path, line, limit, null)),
                ReadTextFileResponse::content);
    }

    @Override
    public void writeTextFile(String path, String content) {
        request(Methods.FS_WRITE_TEXT_FILE, new WriteTextFileRequest(session, path, content, null));
    }

    @Override
    public CompletableFuture<Void> writeTextFileAsync(String path, String content) {
        CompletableFuture<WriteTextFileResponse> call =
                requestAsync(Methods.FS_WRITE_TEXT_FILE, new WriteTextFileRequest(session, path, content, null));
        return Outcome.of(call, written -> null);
    }

    @Override
    public RemoteTerminal createTerminal(String command, String... args) {
        return createTerminal(CreateTerminalRequest.builder(session, command)
                .args(List.of(args))
                .build());
    }

    @Override
    public RemoteTerminal createTerminal(CreateTerminalRequest request) {
        return terminal(request, request(Methods.TERMINAL_CREATE, checked(request)));
    }

    @Override
    public CompletableFuture<RemoteTerminal> createTerminalAsync(CreateTerminalRequest request) {
        return Outcome.of(
                requestAsync(Methods.TERMINAL_CREATE, checked(request)), response -> terminal(request, response));
    }

    private CreateTerminalRequest checked(CreateTerminalRequest request) {
        if (!request.sessionId().equals(session)) {
            throw new IllegalArgumentException(
                    "a terminal of session " + request.sessionId() + ", asked for in session " + session);
        }
        return request;
    }

    private RemoteTerminal terminal(CreateTerminalRequest request, CreateTerminalResponse response) {
        RecordedTerminal recorded = terminals().add(session, response.terminalId(), request);
        return new DefaultRemoteTerminal(this, session, recorded, outputs, cancellation);
    }

    @Override
    public PermissionDecision requestPermission(ToolCallUpdate toolCall, List<PermissionOption> options) {
        return ask(requestPermissionAsync(toolCall, options));
    }

    @Override
    public CompletableFuture<PermissionDecision> requestPermissionAsync(
            ToolCallUpdate toolCall, List<PermissionOption> options) {
        return requestPermissionAsync(RequestPermissionRequest.of(session, toolCall, options));
    }

    @Override
    public PermissionDecision requestPermission(RequestPermissionRequest request) {
        return ask(requestPermissionAsync(request));
    }

    @Override
    public CompletableFuture<PermissionDecision> requestPermissionAsync(RequestPermissionRequest request) {
        if (!request.sessionId().equals(session)) {
            throw new IllegalArgumentException(
                    "a question of session " + request.sessionId() + ", asked in session " + session);
        }
        if (request.subject() == null && request.title() == null) {
            throw new IllegalArgumentException("a request for permission without a subject needs a title");
        }
        CancellationToken token = cancellation;
        List<PermissionOption> offered = request.options();
        Set<PermissionOptionId> ids = new HashSet<>();
        for (PermissionOption option : offered) {
            if (!ids.add(option.optionId())) {
                throw new IllegalArgumentException(
                        "the ID of a permission option must be unique, but two options have the ID "
                                + LogText.of(option.optionId().value()));
            }
        }
        if (token.isCancelled()) {
            return CompletableFuture.completedFuture(cancelled());
        }
        CompletableFuture<RequestPermissionResponse> call = requestAsync(Methods.SESSION_REQUEST_PERMISSION, request);
        Outcome<PermissionDecision> decision = Outcome.of(
                call,
                response -> decision(response.outcome(), offered),
                failure -> token.isCancelled() || isUnserved(failure) ? cancelled() : null);
        long grace = permissionGraceMillis();
        Registration registration = token.onCancel(() -> {
            if (grace == 0) {
                decision.abandonWith(cancelled());
            } else {
                CompletableFuture.delayedExecutor(grace, TimeUnit.MILLISECONDS, executor())
                        .execute(() -> decision.abandonWith(cancelled()));
            }
        });
        var unused = decision.whenComplete((decided, failure) -> registration.close());
        return decision;
    }

    private static PermissionDecision decision(RequestPermissionOutcome outcome, List<PermissionOption> offered) {
        PermissionOption chosen = null;
        if (outcome instanceof SelectedPermissionOutcome selected) {
            chosen = offered.stream()
                    .filter(option -> option.optionId().equals(selected.optionId()))
                    .findFirst()
                    .orElse(null);
        }
        return new PermissionDecision(outcome, chosen);
    }

    /** Returns whether the client has no permission dialog, which counts as cancelled: the tool call must not run then. */
    private boolean isUnserved(Throwable failure) {
        boolean unserved =
                failure instanceof AcpErrorException error && error.code().equals(ErrorCode.METHOD_NOT_FOUND);
        if (unserved && isFirstRefusedPermission()) {
            LOG.warn(
                    "the client does not support session/request_permission, so the decision in session {} is cancelled; add a"
                            + " handler to the client (AcpClientBuilder.onPermission in acp4j), or run tools that need no permission",
                    session);
        }
        return unserved;
    }

    private static PermissionDecision cancelled() {
        return new PermissionDecision(CancelledPermissionOutcome.CANCELLED, null);
    }

    @Override
    public CreateElicitationResponse elicit(CreateElicitationRequest request) {
        return ask(elicitAsync(request));
    }
}
