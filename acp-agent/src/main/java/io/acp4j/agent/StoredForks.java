package io.acp4j.agent;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkPoint;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.Node;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.v1.branch.BranchRole;
import io.acp4j.schema.v1.branch.ForkWishes;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import org.jspecify.annotations.Nullable;

/** Makes of a request to fork what the rules of conversations understand, and has the fork made. */
final class StoredForks {

    /** The longest name of a fork, in characters. */
    static final int MAX_LABEL = 1000;

    /** The longest idempotency key, in characters. */
    private static final int MAX_KEY = 256;

    private static final ForkWishes NO_WISHES = new ForkWishes(null, null, null);

    private final StoredSessions stored;

    StoredForks(StoredSessions stored) {
        this.stored = stored;
    }

    /**
     * Makes a fork.
     *
     * @param request with the message that it names in any way as its {@code messageId}
     * @param id the id of the fork
     */
    Fork make(ForkSessionRequest request, SessionId id) {
        ForkWishes wishes = wishes(request);
        StoredSession source = stored.find(request.sessionId());
        if (source == null) {
            throw BranchException.unknownSession(request.sessionId());
        }
        stored.options().forkPolicy().check(request, source);
        return stored.fork(ForkSpec.of(request.sessionId(), id)
                .at(point(request, wishes))
                .label(label(wishes.label()))
                .directories(request.cwd(), request.additionalDirectories())
                .key(key(request, wishes))
                .build());
    }

    private static ForkWishes wishes(ForkSessionRequest request) {
        try {
            ForkWishes wishes = ForkWishes.of(request.meta());
            return wishes == null ? NO_WISHES : wishes;
        } catch (SchemaException e) {
            throw RequestChecks.invalid("malformed_wishes", "/params" + e.path(), e.problem());
        }
    }

    /** A name that can be given to a fork. */
    static @Nullable String label(@Nullable String label) {
        if (label != null && label.length() > MAX_LABEL) {
            throw BranchException.invalid(
                    BranchException.LIMIT, "A label has at most " + MAX_LABEL + " characters; use a shorter one");
        }
        return label;
    }

    /** The key of the request, with a digest of all that it asks for. */
    private static @Nullable ForkKey key(ForkSessionRequest request, ForkWishes wishes) {
        String key = wishes.idempotencyKey();
        if (key == null) {
            return null;
        }
        if (key.isEmpty() || key.length() > MAX_KEY) {
            throw BranchException.invalid(
                    BranchException.LIMIT, "An idempotency key has from 1 to " + MAX_KEY + " characters");
        }
        return new ForkKey(key, AirForkPoint.sha256(ForkSessionRequest.CODEC.encode(request)));
    }

    private static ForkPoint point(ForkSessionRequest request, ForkWishes wishes) {
        MessageId message = request.messageId();
        if (message == null) {
            return ForkPoint.SETTLED;
        }
        AirForkPoint air = AirForkPoint.of(request.meta());
        if (air != null && air.fingerprint() != null) {
            return new ForkPoint.Matching(message, node -> isMessageWith(air, node), air.occurrence());
        }
        return new ForkPoint.AtMessage(message, kind(wishes.role()));
    }

    private static boolean isMessageWith(AirForkPoint point, Node node) {
        return node.kind().isMessage() && point.fits(node.text());
    }

    private static @Nullable NodeKind kind(@Nullable BranchRole role) {
        if (role == null) {
            return null;
        }
        if (role.equals(BranchRole.USER)) {
            return NodeKind.USER;
        }
        if (role.equals(BranchRole.AGENT)) {
            return NodeKind.AGENT;
        }
        if (role.equals(BranchRole.THOUGHT)) {
            return NodeKind.THOUGHT;
        }
        throw RequestChecks.invalid(
                "unknown_role",
                "/params/_meta/" + ForkWishes.KEY.replace("/", "~1") + "/role",
                "expected a known role");
    }
}
