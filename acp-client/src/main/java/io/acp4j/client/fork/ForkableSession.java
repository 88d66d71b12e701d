package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.client.internal.calls.Waiting;
import io.acp4j.client.internal.fork.ForkCut;
import io.acp4j.client.internal.fork.ForkPlan;
import io.acp4j.client.internal.fork.RestatedSession;
import io.acp4j.client.internal.fork.TranscriptMessages;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.InitializeResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session with the messages that the client knows of it, and what can be done with them: fork after or before any, edit
 * one, ask for another answer.
 *
 * <p>Nothing is sent that the agent has not advertised: such calls fail with
 * {@link io.acp4j.rpc.UnsupportedCapabilityException}, and those that name no point to fork at with
 * {@link NoForkPointException}. {@link #offers} tells beforehand. The source of a fork stays as it is, whatever becomes of the
 * fork.
 *
 * <p>Safe for use by any number of threads. The {@code …Async} methods give futures that fail with what the others throw, except
 * for what is found out before anything is sent, which they throw.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class ForkableSession {

    private final ClientSession session;
    private final Function<ClientSession, ? extends MessageSource> sources;
    private final MessageSource source;
    private final MessageHistory inherited;
    private final @Nullable ForkMechanism madeBy;

    private ForkableSession(
            ClientSession session,
            Function<ClientSession, ? extends MessageSource> sources,
            MessageHistory inherited,
            @Nullable ForkMechanism madeBy) {
        this.session = Objects.requireNonNull(session, "session");
        this.sources = Objects.requireNonNull(sources, "sources");
        this.source = sources.apply(session);
        this.inherited = inherited;
        this.madeBy = madeBy;
    }

    /**
     * Looks at a session with the messages that its {@linkplain ClientSession#transcript() transcript} keeps. Where the client
     * keeps no transcripts, no messages are known: forks at the end or at a given id are possible then, and nothing else.
     *
     * @param session the session
     * @return the session with its messages
     */
    public static ForkableSession of(ClientSession session) {
        return of(session, TranscriptMessages::of);
    }

    /**
     * Looks at a session with a client's own knowledge of messages.
     *
     * @param session the session
     * @param sources makes the source of messages for this session and for each fork of it; asked once for each
     * @return the session with its messages
     */
    public static ForkableSession of(ClientSession session, Function<ClientSession, ? extends MessageSource> sources) {
        return new ForkableSession(session, sources, MessageHistory.NONE, null);
    }

    /**
     * Returns the session.
     *
     * @return the session itself
     */
    public ClientSession session() {
        return session;
    }

    /**
     * Returns the messages that are known, those that a fork has inherited included.
     *
     * @return the messages as they are now
     */
    public MessageHistory messages() {
        return inherited.followedBy(source.messages());
    }

    /**
     * Returns whether the session can be forked at a point: what a client should show as possible.
     *
     * @param point the point
     * @return true when the agent has advertised the required capabilities and the point is known here; thoughts are not known. If the
     *     agent advertises {@linkplain io.acp4j.schema.branching.BranchMethods#PATH branches}, an unknown ID counts as that of a message on
     *     another branch; otherwise it is not offered
     */
    public boolean offers(ForkPoint point) {
        return way(point) != null;
    }

    /**
     * Returns how a fork at a point would be made.
     *
     * @param point the point
     * @return the way; null when the agent has none there, or the point is not known here
     */
    public @Nullable ForkMechanism way(ForkPoint point) {
        try {
            ForkPlan plan = plan(point, ForkOptions.DEFAULT);
            return plan.isKnown() || plan.mayBeOnAnotherBranch() ? plan.way() : null;
        } catch (AcpException | IllegalStateException e) {
            return null;
        }
    }

    /**
     * Returns how this session was forked.
     *
     * @return the way; null when it was not forked by a {@code ForkableSession}
     */
    public @Nullable ForkMechanism madeBy() {
        return madeBy;
    }

    private ForkPlan plan(ForkPoint point, ForkOptions options) {
        MessageHistory history = messages();
        ForkCut cut;
        try {
            cut = point.in(history);
        } catch (NoForkPointException e) {
            if (!point.isBeforeFirstQuestion(history)) {
                throw refusal(e);
            }
            cut = ForkCut.EMPTY;
        }
        try {
            return new ForkPlan(session, history, cut, options);
        } catch (UnsupportedCapabilityException e) {
            if (options.idempotencyKey() == null && point.isBeforeFirstQuestion(history)) {
                // The earlier messages are a greeting of the agent. A new session begins with one, too.
                return new ForkPlan(session, history, ForkCut.EMPTY, options);
            }
            throw e;
        }
    }

    /** Returns the exception for an agent without such forks, or the specified exception if the point is invalid. */
    private AcpException refusal(NoForkPointException noPoint) {
        InitializeResponse agent = session.client().initializeResponse();
        return switch (session.client().forkSupport().atMessage()) {
            case NO_FORKS -> ForkRefusals.noForks(agent);
            case WHOLE_ONLY -> ForkRefusals.wholeOnly(agent);
            default -> noPoint;
        };
    }

    /**
     * Forks the session and waits for the result.
     *
     * @param point what is inherited
     * @return the fork
     */
    public ForkableSession fork(ForkPoint point) {
        return fork(point, ForkOptions.DEFAULT);
    }

    /**
     * Forks the session and waits for the result.
     *
     * <p>The agent is given the message in the way that it knows, as {@link #way} says. One that cuts whole turns, as
     * {@link io.acp4j.client.AcpClient#forkSupport} says, lets the fork inherit the rest of the message's turn, too. A label is
     * left out where the agent takes none.
     *
     * <p>The protocol has no fork before the first message. A new session with the same directories, servers, mode and options is created
     * instead. The same applies if only a greeting of the agent precedes that message and the agent cannot fork there. The request contains
     * the origin when the agent has advertised {@link io.acp4j.schema.branching.ForkDetails#lineage() lineage}.
     *
     * @param point what is inherited
     * @param options how the fork is made
     * @return the fork
     * @throws NoForkPointException when there is no such point, or the session is of a kind that is not forked; nothing is sent
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised what this takes; nothing is sent
     * @throws io.acp4j.rpc.AcpErrorException when the agent refuses; its {@code data.reason} tells why
     * @throws IllegalStateException when this client has not opened the session; nothing is sent
     */
    public ForkableSession fork(ForkPoint point, ForkOptions options) {
        return Waiting.until(forkAsync(point, options), "a fork of session " + session.id());
    }

    /**
     * The twin of {@link #fork(ForkPoint, ForkOptions)}.
     *
     * @param point what is inherited
     * @param options how the fork is made
     * @return the fork
     */
    public CompletableFuture<ForkableSession> forkAsync(ForkPoint point, ForkOptions options) {
        return forkAsync(plan(point, options));
    }

    private CompletableFuture<ForkableSession> forkAsync(ForkPlan plan) {
        CompletableFuture<ClientSession> asked = plan.start();
        CompletableFuture<ForkableSession> fork =
                asked.thenApply(made -> new ForkableSession(made, sources, plan.inherited(made), plan.way()));
        return Waiting.cancelling(fork, asked);
    }

    /**
     * Forks the session before a message of the user, prompts something else there, and returns while the agent answers.
     *
     * @param message the id of the message
     * @param newPrompt what the user says instead
     * @return the fork and its turn
     * @see #editAndFork(HistoryMessage, List, ForkOptions)
     */
    public ForkedTurn editAndFork(MessageId message, String newPrompt) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(newPrompt, "newPrompt");
        return editAndFork(
                messages().find(message, BranchRole.USER), List.of(ContentBlock.text(newPrompt)), ForkOptions.DEFAULT);
    }

    /**
     * Forks the session before a message of the user, prompts something else there, and returns while the agent answers. The
     * message itself needs no id: what is named to the agent is the message before it.
     *
     * @param message one of {@link #messages()}
     * @param newPrompt what the user says instead
     * @param options how the fork is made
     * @return the fork and its turn
     * @throws IllegalArgumentException when the message is not one of the user
     */
    public ForkedTurn editAndFork(HistoryMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options) {
        return Waiting.until(
                editAndForkAsync(message, newPrompt, options), "an edited fork of session " + session.id());
    }

    /**
     * The twin of {@link #editAndFork(HistoryMessage, List, ForkOptions)}.
     *
     * @param message one of {@link #messages()}
     * @param newPrompt what the user says instead
     * @param options how the fork is made
     * @return the fork and its turn
     */
    public CompletableFuture<ForkedTurn> editAndForkAsync(
            HistoryMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(newPrompt, "newPrompt");
        Objects.requireNonNull(options, "options");
        HistoryMessage current = messages().current(message);
        if (!current.isFromUser()) {
            throw new IllegalArgumentException(current + " is not one of the user, so there is nothing to edit");
        }
        List<ContentBlock> prompt = List.copyOf(newPrompt);
        CompletableFuture<ForkableSession> forking;
        try {
            ForkPlan plan = plan(ForkPoint.before(current), options);
            plan.followedBy(prompt);
            forking = forkAsync(plan);
        } catch (NoForkPointException | UnsupportedCapabilityException e) {
            if (!options.historyAsPrompt()) {
                throw e;
            }
            return restatedAsync(current, prompt, options);
        }
        return Waiting.cancelling(forking.thenCompose(fork -> fork.prompted(prompt)), forking);
    }

    /** Makes an edit in a new session that is told the conversation before it. */
    private CompletableFuture<ForkedTurn> restatedAsync(
            HistoryMessage edited, List<ContentBlock> prompt, ForkOptions options) {
        SessionParameters setup = session.parameters();
        if (setup == null) {
            throw new IllegalStateException(
                    "session " + session.id() + " was not opened by this client; load it first");
        }
        List<ContentBlock> restated = RestatedSession.prompt(ForkPlan.before(messages(), edited), prompt);
        CompletableFuture<ClientSession> opening = RestatedSession.open(session, setup, options, options.meta());
        return Waiting.cancelling(
                opening.thenCompose(
                        made -> new ForkableSession(made, sources, MessageHistory.NONE, ForkMechanism.HISTORY_AS_PROMPT)
                                .prompted(restated)),
                opening);
    }

    /**
     * Asks for another answer in a fork, and returns while the agent gives it.
     *
     * @param answer the id of the agent's message
     * @return the fork and its turn
     * @see #regenerate(HistoryMessage, ForkOptions)
     */
    public ForkedTurn regenerate(MessageId answer) {
        Objects.requireNonNull(answer, "answer");
        return regenerate(messages().find(answer, BranchRole.AGENT), ForkOptions.DEFAULT);
    }

    /**
     * Asks for another answer in a fork, and returns while the agent gives it: the fork ends before the message of the user that
     * was answered, which is then prompted again.
     *
     * @param answer a message of the agent, one of {@link #messages()}; of several in one turn any will do
     * @param options how the fork is made
     * @return the fork and its turn
     * @throws IllegalArgumentException when the message is not one of the agent
     * @throws NoForkPointException when no message of the user is known before it
     */
    public ForkedTurn regenerate(HistoryMessage answer, ForkOptions options) {
        return Waiting.until(regenerateAsync(answer, options), "another answer in session " + session.id());
    }

    /**
     * The twin of {@link #regenerate(HistoryMessage, ForkOptions)}.
     *
     * @param answer a message of the agent, one of {@link #messages()}
     * @param options how the fork is made
     * @return the fork and its turn
     */
    public CompletableFuture<ForkedTurn> regenerateAsync(HistoryMessage answer, ForkOptions options) {
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(options, "options");
        MessageHistory history = messages();
        HistoryMessage current = history.current(answer);
        if (current.isFromUser()) {
            throw new IllegalArgumentException(current + " is not one of the agent, so it is no answer");
        }
        for (int i = current.index() - 1; i >= 0; i--) {
            HistoryMessage question = history.messages().get(i);
            if (question.isFromUser()) {
                if (question.content().isEmpty()) {
                    throw new NoForkPointException(
                            question + " is only partly known, so it cannot be prompted again; raise"
                                    + " TranscriptOptions.maxSize, or edit it");
                }
                return editAndForkAsync(question, question.content(), options);
            }
        }
        throw new NoForkPointException(
                "no message of the user is known before " + current + "; load the session to know all messages");
    }

    private CompletableFuture<ForkedTurn> prompted(List<ContentBlock> prompt) {
        PromptTurn turn;
        try {
            turn = session.startTurn(prompt);
        } catch (RuntimeException e) {
            // Nobody learns of the fork, so it must not stay.
            return new ForkScope(this).discardAsync().handle((done, failure) -> {
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                throw e;
            });
        }
        return CompletableFuture.completedFuture(new ForkedTurn(this, turn));
    }

    /**
     * Forks the session at its end for a while: closing the scope closes and deletes the fork.
     *
     * @return the scope
     * @see #scope(ForkPoint, ForkOptions)
     */
    public ForkScope scope() {
        return scope(ForkPoint.end(), ForkOptions.DEFAULT);
    }

    /**
     * Forks the session for a while: closing the scope closes and deletes the fork, as far as the agent advertises these.
     *
     * <pre>{@code
     * try (ForkScope aside = forkable.scope()) {
     *     aside.session().prompt("What would change if this were asynchronous?");
     * }
     * }</pre>
     *
     * @param point what is inherited
     * @param options how the fork is made
     * @return the scope
     */
    public ForkScope scope(ForkPoint point, ForkOptions options) {
        return new ForkScope(fork(point, options));
    }

    /** Names the session. */
    @Override
    public String toString() {
        return "ForkableSession[" + session.id() + "]";
    }
}
