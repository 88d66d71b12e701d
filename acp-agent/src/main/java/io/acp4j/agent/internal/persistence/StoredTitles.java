package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.internal.protocol.RequestChecks;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Utility methods for the titles of stored sessions. */
public final class StoredTitles {

    private static final Logger LOG = LoggerFactory.getLogger(StoredTitles.class);

    private StoredTitles() {}

    /** Returns the title for a first prompt. A failure of the policy is logged and returns null, so that the prompt is not rejected. */
    static @Nullable String proposal(
            SessionServiceOptions.TitlePolicy policy, List<ContentBlock> prompt, SessionId id) {
        try {
            return policy.title(prompt);
        } catch (RuntimeException e) {
            LOG.warn("the title policy failed at the first prompt of session {}", id, e);
            return null;
        }
    }

    /** Stores a title as one line and returns it as it is stored. */
    static String set(SessionRepository repository, SessionId id, String title) {
        String stored = SessionTree.titleLine(title, SessionTree.MAX_TITLE_LENGTH);
        if (stored.isEmpty()) {
            throw RequestChecks.invalid("empty", "/params/title", "expected a title that says something");
        }
        repository.title(id, stored);
        return stored;
    }
}
