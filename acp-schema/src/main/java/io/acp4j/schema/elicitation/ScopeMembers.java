package io.acp4j.schema.elicitation;

import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.Field;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.ObjectDeclaration;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The members that tell an elicitation's scope; they stand among those of the elicitation itself.
 *
 * @param <T> the elicitation
 */
record ScopeMembers<T>(Field<T, SessionId> sessionId, Field<T, ToolCallId> toolCallId, Field<T, RequestId> requestId) {

    private static final ObjectCodec<Session> SESSION = ObjectCodec.of("ElicitationSessionScope", type -> {
        var sessionId = type.lenient("sessionId", SessionId.CODEC, Session::sessionId);
        return in -> new Session(in.find(sessionId));
    });

    static <T> ScopeMembers<T> of(ObjectDeclaration<T> type, Function<T, ElicitationScope> scope) {
        return new ScopeMembers<>(
                type.optional(
                        "sessionId",
                        SessionId.CODEC,
                        value -> scope.apply(value).sessionId()),
                type.lenient("toolCallId", ToolCallId.CODEC, value -> toolCallId(scope.apply(value))),
                type.optional("requestId", RequestId.CODEC, value -> requestId(scope.apply(value))));
    }

    ElicitationScope read(Members in) throws SchemaException {
        SessionId session = in.find(sessionId);
        if (session != null) {
            return new ElicitationSessionScope(session, in.find(toolCallId));
        }
        RequestId request = in.find(requestId);
        if (request != null) {
            return new ElicitationRequestScope(request);
        }
        throw new SchemaException("one of sessionId and requestId is required");
    }

    /** Returns the session of an elicitation of which nothing else is understood; null when it names none. */
    static @Nullable SessionId sessionOf(RawJson elicitation) {
        try {
            return SESSION.decode(elicitation).sessionId();
        } catch (SchemaException e) {
            throw new IllegalStateException("raw is an object", e);
        }
    }

    private static @Nullable ToolCallId toolCallId(ElicitationScope scope) {
        return scope instanceof ElicitationSessionScope session ? session.toolCallId() : null;
    }

    private static @Nullable RequestId requestId(ElicitationScope scope) {
        return scope instanceof ElicitationRequestScope request ? request.requestId() : null;
    }

    private record Session(@Nullable SessionId sessionId) {}
}
