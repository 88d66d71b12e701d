package io.acp4j.schema.internal.stored;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an update of a tool call clears. Version 1, as which such updates are stored, can clear lists only: the rest follows in an
 * update of a kind of our own, which is written as version 2 writes it.
 */
final class ClearedMembers {

    private static final String KIND = "_acp4j/tool_call_cleared";
    private static final String TAG = "sessionUpdate";
    private static final UnionCodec<SessionUpdate> NEXT = SessionUpdate.CODEC.in(WireVersion.V2);

    private ClearedMembers() {}

    /** Returns whether an update clears what version 1 cannot. */
    static boolean isIn(SessionUpdate update) {
        return update instanceof ToolCallUpdate change && clears(change);
    }

    /** Returns an update as it is written: what version 1 can say, and what it cannot. */
    static Stream<SessionUpdate> written(SessionUpdate update) {
        return update instanceof ToolCallUpdate change && clears(change)
                ? Stream.of(change, in(change))
                : Stream.of(update);
    }

    /** Returns what was written of an update; null for anything else. */
    static @Nullable SessionUpdate read(UnknownSessionUpdate update) throws SchemaException {
        if (!update.sessionUpdate().equals(KIND)) {
            return null;
        }
        ObjectNode json = object(update.raw());
        return NEXT.decode(RawJson.of(json.put(TAG, "tool_call_update")));
    }

    private static boolean clears(ToolCallUpdate change) {
        return change.title().isCleared()
                || change.name().isCleared()
                || change.kind().isCleared()
                || change.status().isCleared()
                || change.rawInput().isCleared()
                || change.rawOutput().isCleared()
                || change.meta().isCleared();
    }

    private static SessionUpdate in(ToolCallUpdate change) {
        ToolCallUpdate cleared = new ToolCallUpdate(
                change.toolCallId(),
                cleared(change.title()),
                cleared(change.name()),
                cleared(change.kind()),
                cleared(change.status()),
                Patch.unchanged(),
                Patch.unchanged(),
                cleared(change.rawInput()),
                cleared(change.rawOutput()),
                Patch.unchanged(),
                cleared(change.meta()));
        ObjectNode json = object(NEXT.toRaw(cleared));
        return new UnknownSessionUpdate(KIND, RawJson.of(json.put(TAG, KIND)));
    }

    private static ObjectNode object(RawJson json) {
        return json.toTree().deepCopy();
    }

    private static <T> Patch<T> cleared(Patch<T> patch) {
        return patch.isCleared() ? patch : Patch.unchanged();
    }
}
