package io.acp4j.client;

import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The forks of a session: at a message, before a message to edit it, or with another response. {@link ClientSession#forks()} returns this.
 *
 * <pre>{@code
 * TranscriptMessage question = session.transcript().snapshot().messages().get(0);
 * PromptTurn edited = session.forks().editAndFork(question, "Use a queue instead");
 * edited.await();
 * ClientSession fork = edited.session(); // the source is unchanged
 * }</pre>
 *
 * <p>Messages are those of the session's {@linkplain ClientSession#transcript() transcript}. If the client keeps no transcripts, it forks
 * at the end and at IDs, but edits nothing.
 *
 * <p>Nothing is sent that the agent has not advertised: such calls fail with {@link io.acp4j.rpc.UnsupportedCapabilityException}. Calls
 * with a point where no fork can end fail with {@link NoForkPointException}. {@link #supports} reports this in advance. The source of a
 * fork remains unchanged.
 *
 * <p>Safe for use by any number of threads. The {@code …Async} methods return futures that fail with the exceptions of the blocking
 * methods. They throw an exception directly if the error is detected before anything is sent.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public interface SessionForks {

    /**
     * Returns the messages at which forks can end or begin: those of the transcript that are not {@linkplain MessageRole#THOUGHT
     * thoughts}. {@link ForkPoint#first} counts these.
     *
     * @return an immutable list of the current messages; empty if the client keeps no transcripts
     */
    List<TranscriptMessage> messages();

    /**
     * Returns whether the first of {@link #messages()} is the first message of the session. Otherwise earlier ones exist or may exist, and
     * messages cannot be counted. Load the session to know them all.
     *
     * @return true if no earlier message exists
     */
    boolean isBeginningKnown();

    /**
     * Returns the point after a message of the transcript, which may have no ID. {@link #supports} reports whether a fork can end there.
     * The point remains the same when the session continues.
     *
     * @param message one of {@link #messages()}
     * @return the point
     * @throws NoForkPointException if the message is a thought, or is not a message of this session. Also if it has no ID and
     *     {@linkplain #isBeginningKnown() earlier messages are unknown}, because no point then denotes it
     */
    ForkPoint at(TranscriptMessage message);

    /**
     * Returns the point before a message of the transcript, which may have no ID: the agent receives the message before it. {@link
     * #supports} reports whether a fork can end there.
     *
     * @param message one of {@link #messages()}
     * @return the point
     * @throws NoForkPointException if the message is a thought, or is not a message of this session. Also if the point requires the message
     *     before it, as for {@link #at}, and that message is unknown or has no ID
     */
    ForkPoint before(TranscriptMessage message);

    /**
     * Returns whether the session can be forked at a point, for the display of possible actions.
     *
     * @param point the point
     * @return true if {@link #mechanismFor} returns a mechanism
     */
    default boolean supports(ForkPoint point) {
        return mechanismFor(point) != null;
    }

    /**
     * Returns the mechanism for a fork at a point.
     *
     * @param point the point
     * @return the mechanism; null if the agent has not advertised one, or if the point is unknown. Thoughts are unknown. If the agent
     *     advertises {@linkplain io.acp4j.schema.branching.BranchMethods#PATH branches}, an unknown ID counts as that of a message on
     *     another branch
     */
    @Nullable
    ForkMechanism mechanismFor(ForkPoint point);

    /**
     * Returns the mechanism by which this session was created as a fork.
     *
     * @return the mechanism; null if the session was not created by a {@code SessionForks} of this client
     */
    @Nullable
    ForkMechanism mechanism();

    /**
     * Forks the session at its end and waits for the response.
     *
     * @return the fork
     * @see #fork(ForkPoint, ForkOptions)
     */
    default ClientSession fork() {
        return fork(ForkPoint.end(), ForkOptions.DEFAULT);
    }

    /**
     * Forks the session and waits for the response.
     *
     * @param point the end of what the fork inherits
     * @return the fork
     * @see #fork(ForkPoint, ForkOptions)
     */
    default ClientSession fork(ForkPoint point) {
        return fork(point, ForkOptions.DEFAULT);
    }

    /**
     * Forks the session and waits for the response.
     *
     * <p>The request specifies the message in the form that the agent supports: see {@link #mechanismFor}. If the agent forks only between
     * turns, the fork also inherits the rest of the message's turn: see {@link AcpClient#forkCapability}. A label is omitted if the agent does
     * not accept one.
     *
     * <p>The protocol has no fork before the first message. A new session with the same directories, servers, mode and options is created
     * instead. The same applies if only a greeting of the agent precedes the point and the agent cannot fork there. The request contains
     * the origin if the agent has advertised {@link io.acp4j.schema.branching.ForkDetails#lineage() lineage}.
     *
     * @param point the end of what the fork inherits
     * @param options the options of the fork
     * @return the fork
     * @throws NoForkPointException if there is no such point, or if sessions of this kind are not forked; nothing is sent
     * @throws io.acp4j.rpc.UnsupportedCapabilityException if the agent has not advertised what the fork requires; nothing is sent
     * @throws io.acp4j.rpc.AcpErrorException if the agent refuses; its {@code data.reason} contains the reason
     * @throws IllegalStateException if this client has not opened the session; nothing is sent
     */
    ClientSession fork(ForkPoint point, ForkOptions options);

    /**
     * Forks the session asynchronously, like {@link #fork(ForkPoint, ForkOptions)}.
     *
     * @param point the end of what the fork inherits
     * @param options the options of the fork
     * @return the fork
     */
    CompletableFuture<ClientSession> forkAsync(ForkPoint point, ForkOptions options);

    /**
     * Forks the session before a message of the user, sends another prompt in the fork, and returns during the turn.
     *
     * @param message the ID of the message
     * @param newPrompt the new text
     * @return the turn; its {@link PromptTurn#session()} is the fork
     * @throws NoForkPointException if the transcript contains no message of the user with this ID
     * @see #editAndFork(TranscriptMessage, List, ForkOptions)
     */
    PromptTurn editAndFork(MessageId message, String newPrompt);

    /**
     * Forks the session before a message of the user, sends another prompt in the fork, and returns during the turn.
     *
     * @param message one of {@link #messages()}
     * @param newPrompt the new text
     * @return the turn; its {@link PromptTurn#session()} is the fork
     * @see #editAndFork(TranscriptMessage, List, ForkOptions)
     */
    default PromptTurn editAndFork(TranscriptMessage message, String newPrompt) {
        return editAndFork(message, List.of(ContentBlock.text(newPrompt)), ForkOptions.DEFAULT);
    }

    /**
     * Forks the session before a message of the user, sends other content as the prompt of the fork, and returns during the turn. The
     * message itself needs no ID: the request specifies the message before it.
     *
     * @param message one of {@link #messages()}
     * @param newPrompt the new content
     * @param options the options of the fork
     * @return the turn; its {@link PromptTurn#session()} is the fork
     * @throws IllegalArgumentException if the message is not one of the user
     */
    PromptTurn editAndFork(TranscriptMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options);

    /**
     * Edits a message asynchronously, like {@link #editAndFork(TranscriptMessage, List, ForkOptions)}.
     *
     * @param message one of {@link #messages()}
     * @param newPrompt the new content
     * @param options the options of the fork
     * @return the turn
     */
    CompletableFuture<PromptTurn> editAndForkAsync(
            TranscriptMessage message, List<? extends ContentBlock> newPrompt, ForkOptions options);

    /**
     * Requests another response in a fork, and returns during the turn.
     *
     * @param response the ID of a message of the agent
     * @return the turn; its {@link PromptTurn#session()} is the fork
     * @throws NoForkPointException if the transcript contains no message of the agent with this ID
     * @see #regenerate(TranscriptMessage, ForkOptions)
     */
    PromptTurn regenerate(MessageId response);

    /**
     * Requests another response in a fork, and returns during the turn.
     *
     * @param response a message of the agent, one of {@link #messages()}
     * @return the turn; its {@link PromptTurn#session()} is the fork
     * @see #regenerate(TranscriptMessage, ForkOptions)
     */
    default PromptTurn regenerate(TranscriptMessage response) {
        return regenerate(response, ForkOptions.DEFAULT);
    }

    /**
     * Requests another response in a fork, and returns during the turn. The fork ends before the last message of the user that precedes
     * the response. This message is then prompted again.
     *
     * @param response a message of the agent, one of {@link #messages()}; any of several in one turn
     * @param options the options of the fork
     * @return the turn; its {@link PromptTurn#session()} is the fork
     * @throws IllegalArgumentException if the message is not one of the agent
     * @throws NoForkPointException if no message of the user is known before it
     */
    PromptTurn regenerate(TranscriptMessage response, ForkOptions options);

    /**
     * Requests another response asynchronously, like {@link #regenerate(TranscriptMessage, ForkOptions)}.
     *
     * @param response a message of the agent, one of {@link #messages()}
     * @param options the options of the fork
     * @return the turn
     */
    CompletableFuture<PromptTurn> regenerateAsync(TranscriptMessage response, ForkOptions options);

    /**
     * Forks the session at its end for temporary use.
     *
     * @return the temporary fork
     * @see #temporaryFork(ForkPoint, ForkOptions)
     */
    default TemporaryFork temporaryFork() {
        return temporaryFork(ForkPoint.end(), ForkOptions.DEFAULT);
    }

    /**
     * Forks the session for temporary use. Closing the result closes and deletes the fork, as far as the agent advertises these methods.
     *
     * <pre>{@code
     * try (TemporaryFork scratch = session.forks().temporaryFork()) {
     *     scratch.session().prompt("What would change if this were asynchronous?");
     * }
     * }</pre>
     *
     * @param point the end of what the fork inherits
     * @param options the options of the fork
     * @return the temporary fork
     */
    TemporaryFork temporaryFork(ForkPoint point, ForkOptions options);

    /**
     * A temporary fork. Closing it ends the session of the fork. Safe for use by any number of threads.
     *
     * @see SessionForks#temporaryFork()
     */
    @Unstable("acp4j-branching")
    interface TemporaryFork extends AutoCloseable {

        /**
         * Returns the session of the fork.
         *
         * @return the session
         */
        ClientSession session();

        /**
         * Closes and deletes the session, as far as the agent advertises these methods, and waits for the responses. Closing also cancels a
         * running turn. This client forgets the session in any case. A second call does nothing.
         *
         * @throws io.acp4j.rpc.AcpException if the agent refuses or is gone; deletion is tried even if closing fails
         */
        @Override
        void close();
    }
}
