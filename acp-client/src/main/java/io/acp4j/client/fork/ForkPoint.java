package io.acp4j.client.fork;

import io.acp4j.client.fork.MessageHistory.Start;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.client.internal.fork.ForkCut;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.BranchRole;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names the place where a session is forked: what comes before it is inherited.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class ForkPoint {

    private static final ForkPoint END = new ForkPoint("the end", history -> ForkCut.end(history.size()));

    private final String description;
    private final Function<MessageHistory, ForkCut> resolve;

    /** Returns the message that directly follows the point; null for other kinds of points. */
    private final @Nullable Function<MessageHistory, HistoryMessage> next;

    private ForkPoint(String description, Function<MessageHistory, ForkCut> resolve) {
        this(description, resolve, null);
    }

    private ForkPoint(
            String description,
            Function<MessageHistory, ForkCut> resolve,
            @Nullable Function<MessageHistory, HistoryMessage> next) {
        this.description = description;
        this.resolve = resolve;
        this.next = next;
    }

    private static ForkPoint beforeMessage(String description, Function<MessageHistory, HistoryMessage> next) {
        return new ForkPoint(description, history -> before(history, next.apply(history)), next);
    }

    /**
     * Returns the end of the session. While a turn runs, agents take the end of the last one that has ended.
     *
     * @return the point
     */
    public static ForkPoint end() {
        return END;
    }

    /**
     * Returns the point after a message. Where the client does not know the message, the agent is asked all the same, but
     * {@link ForkableSession#offers} says no.
     *
     * @param message its id
     * @return the point
     */
    public static ForkPoint at(MessageId message) {
        Objects.requireNonNull(message, "message");
        return new ForkPoint("message " + message, history -> {
            List<HistoryMessage> found = history.withId(message);
            return found.size() == 1 ? after(history, found.get(0)) : new ForkCut(-1, message, null, false, false);
        });
    }

    /**
     * Returns the point after a message.
     *
     * @param message one of {@link ForkableSession#messages()}
     * @return the point
     */
    public static ForkPoint at(HistoryMessage message) {
        return new ForkPoint(message.toString(), history -> after(history, history.current(message)));
    }

    /**
     * Returns the point before a message of the user.
     *
     * @param message its id
     * @return the point
     */
    public static ForkPoint before(MessageId message) {
        Objects.requireNonNull(message, "message");
        return beforeMessage("before message " + message, history -> history.find(message, BranchRole.USER));
    }

    /**
     * Returns the point before a message.
     *
     * @param message one of {@link ForkableSession#messages()}
     * @return the point
     */
    public static ForkPoint before(HistoryMessage message) {
        return beforeMessage("before " + message, history -> history.current(message));
    }

    /**
     * Returns the point after a number of messages of the user and of the agent.
     *
     * @param count how many messages are inherited; 0 for none
     * @return the point; using it fails when the session has fewer
     * @throws IllegalArgumentException when the count is negative
     */
    public static ForkPoint first(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a fork has no fewer than 0 messages, not " + count);
        }
        return new ForkPoint("the first " + count + " messages", history -> {
            if (history.start() != Start.BEGINNING) {
                throw new NoForkPointException("messages cannot be counted, as those before the session was opened here"
                        + " are not known; load it to know them");
            }
            if (count > history.size()) {
                throw new NoForkPointException("the session has " + history.size() + " messages, fewer than " + count
                        + "; use ForkPoint.end() for all of them");
            }
            return count == 0
                    ? ForkCut.EMPTY
                    : after(history, history.messages().get(count - 1));
        });
    }

    /** Finds out what to ask for. */
    ForkCut in(MessageHistory history) {
        return resolve.apply(history);
    }

    /** Returns whether the point is before the first message of the user, so that a new session is equivalent to a fork. */
    boolean isBeforeFirstQuestion(MessageHistory history) {
        if (next == null || history.start() != Start.BEGINNING) {
            return false;
        }
        HistoryMessage message = next.apply(history);
        return message.isFromUser()
                && history.messages().stream().limit(message.index()).noneMatch(HistoryMessage::isFromUser);
    }

    private static ForkCut before(MessageHistory history, HistoryMessage message) {
        if (message.index() > 0) {
            return after(history, history.messages().get(message.index() - 1));
        }
        if (history.start() != Start.BEGINNING) {
            throw new NoForkPointException(
                    "what comes before " + message + " is not known; load the session to know it");
        }
        return ForkCut.EMPTY;
    }

    private static ForkCut after(MessageHistory history, HistoryMessage message) {
        int kept = message.index() + 1;
        MessageId id = message.id();
        if (id == null && kept < history.size()) {
            boolean isFromUser = message.role().equals(BranchRole.USER);
            throw new NoForkPointException("the agent has sent no id for message " + kept + " of " + history.size()
                    + " ("
                    + message.role() + "), so no fork can end there; fork at a message that has one"
                    + (isFromUser ? ", such as the answer to it" : "")
                    + ", or load the session again, as an agent may send the ids then; "
                    + ForkRefusals.HISTORY_AS_PROMPT
                    + (isFromUser ? "; agents of this library send these ids with echoUserMessages(true)" : ""));
        }
        if (id == null) {
            return new ForkCut(kept, null, message.role(), true, false);
        }
        return new ForkCut(kept, id, message.role(), history.withId(id).size() > 1, false);
    }

    /** Names the point without any content. */
    @Override
    public String toString() {
        return description;
    }
}
