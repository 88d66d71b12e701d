package io.acp4j.test;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session of a {@link FakeAgent}: where it works, and what was said in it. Safe for use by any number of threads. */
final class FakeHistory {

    private final String cwd;
    private final List<SessionUpdate> updates;

    FakeHistory(String cwd, List<SessionUpdate> updates) {
        this.cwd = cwd;
        this.updates = new ArrayList<>(updates);
    }

    String cwd() {
        return cwd;
    }

    synchronized void add(SessionUpdate update) {
        updates.add(update);
    }

    synchronized List<SessionUpdate> updates() {
        return List.copyOf(updates);
    }

    /**
     * Copies what was said, up to a message and with it.
     *
     * @param last the message; null for all
     */
    synchronized FakeHistory fork(String directory, @Nullable MessageId last) {
        if (last == null) {
            return new FakeHistory(directory, updates);
        }
        for (int i = updates.size() - 1; i >= 0; i--) {
            if (isOf(updates.get(i), last)) {
                return new FakeHistory(directory, updates.subList(0, i + 1));
            }
        }
        throw AcpErrorException.invalidParams("unknown_message", "The session has no such message");
    }

    private static boolean isOf(SessionUpdate update, MessageId message) {
        return update instanceof ContentChunk chunk
                ? message.equals(chunk.messageId())
                : update instanceof AgentMessage whole && message.equals(whole.messageId());
    }
}
