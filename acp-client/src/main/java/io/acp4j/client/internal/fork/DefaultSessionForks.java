package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkCapability;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionForks;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.client.internal.calls.Waiting;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.InitializeResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The forks of one session, planned from its transcript and what the agent advertises. */
public final class DefaultSessionForks implements SessionForks {

    private final ClientSession session;
    private volatile @Nullable ForkMechanism mechanism;

    /** Creates the forks of a session, which itself may be a fork. */
    public DefaultSessionForks(ClientSession session) {
        this.session = session;
    }

    @Override
    public List<TranscriptMessage> messages() {
        return known().messages();
    }

    @Override
    public boolean isBeginningKnown() {
        return known().isFromBeginning();
    }

    private KnownMessages known() {
        return KnownMessages.of(session);
    }

    @Override
    public ForkPoint at(TranscriptMessage message) {
        KnownMessages known = known();
        return after(known.require(message), known);
    }

    private static ForkPoint after(int position, KnownMessages known) {
        MessageId id = known.id(position);
        if (id != null) {
            // A later message of another role may have the same ID.
            return ForkPoint.at(id, known.role(position));
        }
        if (!known.isFromBeginning()) {
            throw new NoForkPointException("the agent has sent no id for " + known.describe(position)
                    + ", and the number of messages before it is unknown; load the session to know them, or use"
                    + " ForkPoint.end() to fork at the current end");
        }
        return ForkPoint.first(position + 1);
    }

    @Override
    public ForkPoint before(TranscriptMessage message) {
        KnownMessages known = known();
        int position = known.require(message);
        MessageId id = known.id(position);
        if (id != null && known.isFromUser(position) && known.position(id, BranchRole.USER) == position) {
            return ForkPoint.before(id);
        }
        if (position > 0 && !known.isFromBeginning()) {
            return after(position - 1, known);
        }
        ForkCut.requireBeginning(position, known);
        return ForkPoint.first(position);
    }

    @Override
    public @Nullable ForkMechanism mechanismFor(ForkPoint point) {
        Objects.requireNonNull(point, "point");
        try {
            ForkPlan plan = plan(point, ForkOptions.DEFAULT);
            return plan.isKnown() || plan.mayBeOnAnotherBranch() ? plan.mechanism() : null;
        } catch (AcpException | IllegalStateException e) {
            return null;
        }
    }

    @Override
    public @Nullable ForkMechanism mechanism() {
        return mechanism;
    }

    private ForkPlan plan(ForkPoint point, ForkOptions options) {
        KnownMessages known = known();
        return plan(known, all -> ForkCut.of(point, all), all -> ForkCut.next(point, all), options);
    }

    /**
     * Plans a fork.
     *
     * @param next returns the position of the message that directly follows the point; -1 if it is not certain
     */
    private ForkPlan plan(
            KnownMessages known,
            Function<KnownMessages, ForkCut> point,
            ToIntFunction<KnownMessages> next,
            ForkOptions options) {
        ForkCut cut;
        try {
            cut = point.apply(known);
        } catch (NoForkPointException e) {
            if (!known.isFirstQuestion(next.applyAsInt(known))) {
                throw refusal(e);
            }
            cut = ForkCut.EMPTY;
        }
        try {
            return new ForkPlan(session, known, cut, options);
        } catch (UnsupportedCapabilityException e) {
            if (options.idempotencyKey() == null && known.isFirstQuestion(next.applyAsInt(known))) {
                // The earlier messages are a greeting of the agent. A new session begins with one, too.
                return new ForkPlan(session, known, ForkCut.EMPTY, options);
            }
            throw e;
        }
    }

    /** Returns the exception for an agent without such forks, or the specified exception if the point is invalid. */
    private AcpException refusal(NoForkPointException noPoint) {
        InitializeResponse agent = session.client().initializeResponse();
        ForkCapability capability = session.client().forkCapability();
        if (capability.mechanisms().isEmpty()) {
            return ForkRefusals.noForks(agent);
        }
        return capability.supportsMessages() ? noPoint : ForkRefusals.wholeOnly(agent);
    }

    @Override
    public ClientSession fork(ForkPoint point, ForkOptions options) {
        return Waiting.until(forkAsync(point, options), "a fork of session " + session.id());
    }

    @Override
    public CompletableFuture<ClientSession> forkAsync(ForkPoint point, ForkOptions options) {
        Objects.requireNonNull(point, "point");
        Objects.requireNonNull(options, "options");
        return forkAsync(plan(point, options));
    }

    private static CompletableFuture<ClientSession> forkAsync(ForkPlan plan) {
        return created(plan.start(), plan.mechanism());
    }

    private static CompletableFuture<ClientSession> created(
            CompletableFuture<ClientSession> asked, ForkMechanism mechanism) {
        return Waiting.cancelling(
                asked.thenApply(fork -> {
                    if (fork.forks() instanceof DefaultSessionForks forks) {
                        forks.mechanism = mechanism;
                    }
                    return fork;
                }),
                asked);
    }

    @Override
    public PromptTurn editAndFork(MessageId message, String newPrompt) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(newPrompt, "newPrompt");
        KnownMessages known = known();
        TranscriptMessage edited = known.get(known.require(message, BranchRole.USER));
        return editAndFork(edited, List.of(ContentBlock.text(newPrompt)), ForkOptions.DEFAULT);
    }

    @Override
    public PromptTurn editAndFork(
            TranscriptMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options) {
        return Waiting.until(
                editAndForkAsync(message, newPrompt, options), "an edited fork of session " + session.id());
    }

    @Override
    public CompletableFuture<PromptTurn> editAndForkAsync(
            TranscriptMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(newPrompt, "newPrompt");
        Objects.requireNonNull(options, "options");
        KnownMessages known = known();
        int position = known.require(message);
        if (!known.isFromUser(position)) {
            throw new IllegalArgumentException(
                    known.describe(position) + " is not a message of the user, so it cannot be edited");
        }
        List<ContentBlock> prompt = List.copyOf(newPrompt);
        CompletableFuture<ClientSession> forking;
        List<ContentBlock> first = prompt;
        try {
            ForkPlan plan = plan(known, all -> ForkCut.before(position, all), all -> position, options);
            plan.followedBy(prompt);
            forking = forkAsync(plan);
        } catch (NoForkPointException | UnsupportedCapabilityException e) {
            if (!options.historyAsPrompt()) {
                throw e;
            }
            ForkCut.requireBeginning(position, known);
            first = RestatedSession.prompt(known.messages().subList(0, position), prompt);
            forking = restated(options);
        }
        List<ContentBlock> sent = first;
        return Waiting.cancelling(forking.thenCompose(fork -> prompted(fork, sent)), forking);
    }

    /** Creates a new session for an edit, whose first prompt contains the conversation before it. */
    private CompletableFuture<ClientSession> restated(ForkOptions options) {
        SessionParameters setup = session.parameters();
        if (setup == null) {
            throw new IllegalStateException(
                    "session " + session.id() + " was not opened by this client; load it first");
        }
        return created(RestatedSession.open(session, setup, options, options.meta()), ForkMechanism.HISTORY_AS_PROMPT);
    }

    private static CompletableFuture<PromptTurn> prompted(ClientSession fork, List<ContentBlock> prompt) {
        try {
            return CompletableFuture.completedFuture(fork.startTurn(prompt));
        } catch (RuntimeException e) {
            // The caller does not receive the fork, so it must not remain.
            return DefaultTemporaryFork.discard(fork).handle((done, failure) -> {
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                throw e;
            });
        }
    }

    @Override
    public PromptTurn regenerate(MessageId response) {
        Objects.requireNonNull(response, "response");
        KnownMessages known = known();
        return regenerate(known.get(known.require(response, BranchRole.AGENT)), ForkOptions.DEFAULT);
    }

    @Override
    public PromptTurn regenerate(TranscriptMessage response, ForkOptions options) {
        return Waiting.until(regenerateAsync(response, options), "another response in session " + session.id());
    }

    @Override
    public CompletableFuture<PromptTurn> regenerateAsync(TranscriptMessage response, ForkOptions options) {
        Objects.requireNonNull(response, "response");
        Objects.requireNonNull(options, "options");
        KnownMessages known = known();
        int position = known.require(response);
        if (known.isFromUser(position)) {
            throw new IllegalArgumentException(
                    known.describe(position) + " is not a message of the agent, so no other response can be requested");
        }
        int question = position - 1;
        while (question >= 0 && !known.isFromUser(question)) {
            question--;
        }
        if (question < 0) {
            throw new NoForkPointException("no message of the user is known before " + known.describe(position)
                    + "; load the session to know all messages");
        }
        TranscriptMessage prompt = known.get(question);
        if (prompt.missing() > 0) {
            throw new NoForkPointException(
                    known.describe(question) + " is only partly known, so it cannot be prompted again; raise"
                            + " TranscriptOptions.maxSize, or edit it");
        }
        return editAndForkAsync(prompt, prompt.content(), options);
    }

    @Override
    public SessionForks.TemporaryFork temporaryFork(ForkPoint point, ForkOptions options) {
        return new DefaultTemporaryFork(fork(point, options));
    }

    /** Returns the ID of the session. */
    @Override
    public String toString() {
        return "SessionForks[" + session.id() + "]";
    }
}
