package io.acp4j.schema.elicitation;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request of a mode that this version does not know: not to be shown as any other; it is written back unchanged.
 *
 * @param mode the value of its {@code mode} member
 * @param raw the whole object, {@code mode} included
 * @since 0.1.0
 */
public record UnknownElicitationRequest(String mode, RawJson raw) implements CreateElicitationRequest {

    /** Checks that both are there. */
    public UnknownElicitationRequest {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(raw, "raw");
    }

    /** Finds the session without understanding the rest. */
    private static final ObjectCodec<Scope> SCOPE = ObjectCodec.of("ElicitationSessionScope", type -> {
        var sessionId = type.lenient("sessionId", SessionId.CODEC, Scope::sessionId);
        return in -> new Scope(in.find(sessionId));
    });

    @Override
    public @Nullable SessionId sessionId() {
        try {
            return SCOPE.decode(raw).sessionId();
        } catch (SchemaException e) {
            throw new IllegalStateException("raw is an object", e);
        }
    }

    private record Scope(@Nullable SessionId sessionId) {}
}
