package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.v1.branch.BranchRole;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.prompt.PromptResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

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

    private ForkableSession(
            ClientSession session, Function<ClientSession, ? extends MessageSource> sources, MessageHistory inherited) {
        this.session = Objects.requireNonNull(session, "session");
        this.sources = Objects.requireNonNull(sources, "sources");
        this.source = sources.apply(session);
        this.inherited = inherited;
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
        return new ForkableSession(session, sources, MessageHistory.NONE);
    }

    /**
     * Gives the session.
     *
     * @return the session itself
     */
    public ClientSession session() {
        return session;
    }

    /**
     * Gives the messages that are known, those that a fork has inherited included.
     *
     * @return the messages as they are now
     */
    public MessageHistory messages() {
        return inherited.followedBy(source.messages());
    }

    /**
     * Tells whether the session can be forked at a point: what a client should show as possible.
     *
     * @param point the point
     * @return true when the agent has advertised all that it takes and the point is known
     */
    public boolean offers(ForkPoint point) {
        try {
            plan(point, ForkOptions.DEFAULT);
            return true;
        } catch (AcpException | IllegalStateException e) {
            return false;
        }
    }

    private ForkPlan plan(ForkPoint point, ForkOptions options) {
        return new ForkPlan(session, messages(), point, options);
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
     * <p>The protocol has no fork before the first message; what is asked for there is a new session with the same directories,
     * servers, mode and options, which tells the agent of its origin when that has advertised
     * {@link io.acp4j.schema.v1.branch.ForkDetails#lineage() lineage}.
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
        ForkPlan plan = plan(point, options);
        CompletableFuture<ClientSession> asked = plan.start();
        CompletableFuture<ForkableSession> fork = asked.thenCompose(plan::settle)
                .thenApply(made -> new ForkableSession(made, sources, plan.inherited(made)));
        return Waiting.cancelling(fork, asked);
    }

    /**
     * Forks the session before a message of the user, prompts something else there, and returns while the agent answers.
     *
     * @param message the id of the message
     * @param newPrompt what the user says instead
     * @return the fork and its turn
     * @see #editAndFork(SessionMessage, List, ForkOptions)
     */
    public ForkedTurn editAndFork(MessageId message, String newPrompt) {
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
    public ForkedTurn editAndFork(SessionMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options) {
        return Waiting.until(
                editAndForkAsync(message, newPrompt, options), "an edited fork of session " + session.id());
    }

    /**
     * The twin of {@link #editAndFork(SessionMessage, List, ForkOptions)}.
     *
     * @param message one of {@link #messages()}
     * @param newPrompt what the user says instead
     * @param options how the fork is made
     * @return the fork and its turn
     */
    public CompletableFuture<ForkedTurn> editAndForkAsync(
            SessionMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options) {
        SessionMessage current = messages().current(message);
        if (!current.isFromUser()) {
            throw new IllegalArgumentException(current + " is not one of the user, so there is nothing to edit");
        }
        List<ContentBlock> prompt = List.copyOf(newPrompt);
        CompletableFuture<ForkableSession> forking = forkAsync(ForkPoint.before(current), options);
        return Waiting.cancelling(forking.thenCompose(fork -> fork.prompted(prompt)), forking);
    }

    /**
     * Asks for another answer in a fork, and returns while the agent gives it.
     *
     * @param answer the id of the agent's message
     * @return the fork and its turn
     * @see #regenerate(SessionMessage, ForkOptions)
     */
    public ForkedTurn regenerate(MessageId answer) {
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
    public ForkedTurn regenerate(SessionMessage answer, ForkOptions options) {
        return Waiting.until(regenerateAsync(answer, options), "another answer in session " + session.id());
    }

    /**
     * The twin of {@link #regenerate(SessionMessage, ForkOptions)}.
     *
     * @param answer a message of the agent, one of {@link #messages()}
     * @param options how the fork is made
     * @return the fork and its turn
     */
    public CompletableFuture<ForkedTurn> regenerateAsync(SessionMessage answer, ForkOptions options) {
        MessageHistory history = messages();
        SessionMessage current = history.current(answer);
        if (current.isFromUser()) {
            throw new IllegalArgumentException(current + " is not one of the agent, so it is no answer");
        }
        for (int i = current.index() - 1; i >= 0; i--) {
            SessionMessage question = history.messages().get(i);
            if (question.isFromUser()) {
                return editAndForkAsync(question, question.content(), options);
            }
        }
        throw new NoForkPointException("no message of the user is known before " + current);
    }

    private CompletableFuture<ForkedTurn> prompted(List<ContentBlock> prompt) {
        CompletableFuture<PromptResponse> turn;
        try {
            turn = session.promptAsync(prompt);
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
