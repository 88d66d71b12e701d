package io.acp4j.inspector.drive;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.update.UsageUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the agent has said of the usage of a session, by the last message of the turn in which it said so: a branch that is read
 * tells nothing of it. Safe for use by many threads.
 */
final class BranchUsages {

    /** How many turns are remembered: the newest. */
    private static final int MAX_TURNS = 1_000;

    private final Map<String, UsageUpdate> byMessage = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, UsageUpdate> eldest) {
            return size() > MAX_TURNS;
        }
    };
    private boolean isReported;

    /** The agent has told of its usage. */
    synchronized void reported() {
        isReported = true;
    }

    synchronized void turnStarted() {
        isReported = false;
    }

    /** Keeps what was told in the turn that has ended; agents that give messages no ids have no branches either. */
    synchronized void turnEnded(Conversation now) {
        UsageUpdate usage = now.usage();
        if (!isReported || usage == null) {
            return;
        }
        List<TranscriptMessage> messages = now.messages();
        for (int i = messages.size() - 1; i >= 0; i--) {
            TranscriptMessage last = messages.get(i);
            if (last.role() != MessageRole.THOUGHT) {
                if (last.id() != null) {
                    byMessage.put(last.id().value(), usage);
                }
                return;
            }
        }
    }

    /** Returns the newest that is known of a branch; null when nothing is. */
    synchronized @Nullable UsageUpdate of(List<String> path) {
        for (int i = path.size() - 1; i >= 0; i--) {
            UsageUpdate known = byMessage.get(path.get(i));
            if (known != null) {
                return known;
            }
        }
        return null;
    }
}
