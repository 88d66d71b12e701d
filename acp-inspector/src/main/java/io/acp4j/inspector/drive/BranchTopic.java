package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.ClientSession;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.schema.MessageId;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the topic {@code b/KEY}: the branches inside a session. It begins when somebody asks for it, as each question is two
 * frames in the log. Safe for use by many threads.
 */
final class BranchTopic {

    private final ClientSession session;
    private final StateBoard board;
    private final String topic;
    private @Nullable Branches known;
    private int asked;
    private boolean isClosed;

    BranchTopic(String key, ClientSession session, StateBoard board) {
        this.session = session;
        this.board = board;
        this.topic = "b/" + key;
    }

    /** Asks the agent, and shows what it says. */
    CompletableFuture<Branches> show() {
        Branches.require(session);
        int number = next();
        return Branches.of(session).whenComplete((now, failure) -> take(number, now));
    }

    /** Asks again, if it is shown at all: the session has grown. What fails stands in the log. */
    void changed() {
        if (isShown()) {
            var unused = show();
        }
    }

    private synchronized int next() {
        return ++asked;
    }

    private synchronized boolean isShown() {
        return asked > 0 && !isClosed;
    }

    /** Answers that are late say what was; nothing is shown when the newest is a failure. */
    private synchronized void take(int number, @Nullable Branches now) {
        if (isClosed || number != asked) {
            return;
        }
        known = now;
        if (now == null) {
            board.remove(topic);
        } else {
            ObjectNode shown = now.json();
            board.put(topic, () -> shown);
        }
    }

    /** The message that a page has named, by the id that it was shown. */
    synchronized MessageId find(String shown) {
        if (known == null) {
            throw new PageException("the branches of this session are not known; look for them in its menu");
        }
        return known.find(shown);
    }

    synchronized void close() {
        isClosed = true;
        board.remove(topic);
    }
}
