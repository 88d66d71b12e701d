package io.acp4j.agent.internal.persistence;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.Meta;
import io.acp4j.schema.branching.RunningTurn;
import io.acp4j.schema.branching.SessionKind;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.branching.SessionTraits;
import io.acp4j.schema.session.SessionInfo;
import org.jspecify.annotations.Nullable;

/** Describes stored sessions to clients. */
public final class SessionInfos {

    /** The attribute of archived sessions; forks do not inherit it. */
    static final String ARCHIVED = "acp4j.archived";

    private SessionInfos() {}

    static boolean isArchived(StoredSession session) {
        return session.attributes().containsKey(ARCHIVED);
    }

    static SessionInfo of(StoredSession session, @Nullable RunningTurn turn) {
        Meta meta = meta(session, null);
        return SessionInfo.builder(session.id(), session.cwd())
                .additionalDirectories(session.additionalDirectories())
                .title(session.title())
                .updatedAt(session.updatedAt().toString())
                .archived(isArchived(session))
                .meta(turn == null ? meta : turn.into(meta))
                .build();
    }

    /** Adds where a session comes from and what sort of session it is; null when there is nothing to say. */
    static @Nullable Meta meta(StoredSession session, @Nullable Meta said) {
        Meta meta = said;
        Origin origin = session.origin();
        if (origin != null) {
            meta = SessionLineage.builder()
                    .parentSessionId(session.parent())
                    .forkMessageId(origin.message())
                    .forkDepth(origin.depth())
                    .label(session.label())
                    .build()
                    .into(meta);
        }
        SessionAttribute kind = session.attributes().get(SessionAttribute.KIND);
        JsonNode name = kind == null ? null : kind.value().toTree();
        return name != null && name.isTextual()
                ? new SessionTraits(new SessionKind(name.textValue())).into(meta)
                : meta;
    }
}
