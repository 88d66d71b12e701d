package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.protocol.RequestChecks;
import io.acp4j.agent.internal.session.DefaultSessionContext;
import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.schema.Meta;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.branching.ForkRequestOptions;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.session.ForkSessionRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translates requests to fork into forks of stored sessions. */
public final class StoredForks {

    /** The longest idempotency key, in characters. */
    private static final int MAX_KEY = 256;

    private static final ForkRequestOptions NO_OPTIONS = new ForkRequestOptions(null, null, null, null);

    private static final Set<BranchRole> ROLES = Set.of(BranchRole.USER, BranchRole.AGENT, BranchRole.THOUGHT);

    private StoredForks() {}

    /**
     * Returns the fork for a request. It belongs to the principal of the client.
     *
     * @param setup contains the client, the ID of the fork and its point
     * @param options the options of the request
     */
    static ForkSpec spec(ForkSessionRequest request, DefaultSessionContext setup, ForkRequestOptions options) {
        String principal = setup.client().principal();
        ForkPoint point = point(setup.point(), options.role());
        ForkSpec.Builder fork = ForkSpec.builder(request.sessionId(), setup.sessionId())
                .at(point)
                .label(options.label())
                .directories(request.cwd(), request.additionalDirectories())
                .principal(principal)
                .key(key(request, point, options, principal));
        StoredSettings.attributes(request.systemPrompt()).forEach(fork::attribute);
        return fork.build();
    }

    /** Returns the options of a request, which may all be absent. */
    static ForkRequestOptions options(ForkSessionRequest request) {
        try {
            ForkRequestOptions options = ForkRequestOptions.of(request.meta());
            return options == null ? NO_OPTIONS : options;
        } catch (SchemaException e) {
            throw RequestChecks.invalid("malformed_fork_options", "/params" + e.path(), e.problem());
        }
    }

    private static ForkPoint point(ForkPoint.@Nullable OfMessage named, @Nullable BranchRole role) {
        if (named == null) {
            return ForkPoint.end();
        }
        if (!(named instanceof ForkPoint.AtMessage at) || at.role() != null) {
            return named;
        }
        requireKnown(role);
        return ForkPoint.at(at.id(), role);
    }

    /** Returns the key of the request, with a digest of what it asks for; null when it has none. */
    private static @Nullable ForkKey key(
            ForkSessionRequest request, ForkPoint point, ForkRequestOptions options, String principal) {
        String key = options.idempotencyKey();
        if (key == null) {
            return null;
        }
        if (key.isEmpty() || key.length() > MAX_KEY) {
            throw BranchException.invalid(
                    BranchException.LIMIT, "An idempotency key has from 1 to " + MAX_KEY + " characters");
        }
        // Keys are the principal's own: whether somebody else has used one does not show.
        String own = principal.isEmpty() ? key : sha256(principal.getBytes(StandardCharsets.UTF_8)) + ":" + key;
        return new ForkKey(own, sha256(ForkSessionRequest.CODEC.encode(essence(request, point, options))));
    }

    /**
     * Returns what makes the fork that is asked for, and nothing else: what else stands in {@code _meta}, such as the
     * context of a trace, may differ in a repetition.
     */
    private static ForkSessionRequest essence(ForkSessionRequest request, ForkPoint point, ForkRequestOptions options) {
        Meta meta = new ForkRequestOptions(options.label(), null, options.promptDigest(), options.role()).into(null);
        if (point instanceof ForkPoint.Matching matching) {
            meta = meta.with("point", matching.fingerprint() + " " + matching.occurrence());
        }
        return request.toBuilder().meta(meta).build();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void requireKnown(@Nullable BranchRole role) {
        if (role != null && !ROLES.contains(role)) {
            throw RequestChecks.invalid(
                    "unknown_role",
                    "/params/_meta/" + ForkRequestOptions.KEY.replace("/", "~1") + "/role",
                    "expected a known role");
        }
    }
}
