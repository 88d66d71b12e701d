package io.acp4j.schema.internal.stored;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.UnknownSessionUpdate;
import io.acp4j.schema.update.UserMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Updates as they are stored, whatever the version of the connection that they came over: what both versions have is written as
 * the first does, what only the next one has as that does. Code that does not know it keeps it as it is.
 */
public final class StoredUpdates {

    private static final JsonCodec<List<SessionUpdate>> UPDATES = Codecs.listOf(new UpdateCodec());

    private StoredUpdates() {}

    /** Returns updates as they are stored. */
    public static RawJson write(List<SessionUpdate> updates) {
        List<SessionUpdate> written = updates;
        for (SessionUpdate update : updates) {
            if (ClearedMembers.isIn(update)) {
                written = updates.stream().flatMap(ClearedMembers::written).toList();
                break;
            }
        }
        return RawJson.parse(new String(UPDATES.encode(written), StandardCharsets.UTF_8));
    }

    /**
     * Returns updates that were stored.
     *
     * @throws SchemaException when they are damaged
     * @throws JsonSyntaxException when they are no JSON
     */
    public static List<SessionUpdate> read(RawJson stored) throws SchemaException, JsonSyntaxException {
        return UPDATES.decode(stored.toBytes());
    }

    private static final class UpdateCodec extends JsonCodec<SessionUpdate> {

        private static final UnionCodec<SessionUpdate> FIRST = SessionUpdate.CODEC;
        private static final UnionCodec<SessionUpdate> NEXT = SessionUpdate.CODEC.in(WireVersion.V2);

        private static final Set<String> NEXT_KINDS = NEXT.tags();

        @Override
        public SessionUpdate read(JsonReader in) throws IOException {
            SessionUpdate read = FIRST.read(in);
            if (!(read instanceof UnknownSessionUpdate other)) {
                return read;
            }
            try {
                SessionUpdate cleared = ClearedMembers.read(other);
                if (cleared != null) {
                    return cleared;
                }
                return NEXT_KINDS.contains(other.sessionUpdate()) ? NEXT.decode(other.raw()) : read;
            } catch (SchemaException e) {
                return read; // Written by a newer draft; it is shown as it is to clients that understand it.
            }
        }

        @Override
        public void write(SessionUpdate update, JsonGenerator out) throws IOException {
            (isOfNext(update) ? NEXT : FIRST).write(update, out);
        }

        private static boolean isOfNext(SessionUpdate update) {
            return update instanceof UserMessage
                    || update instanceof AgentMessage
                    || update instanceof AgentThought
                    || update instanceof StateUpdate
                    || update instanceof ToolCallContentChunk
                    || update instanceof TerminalUpdate
                    || update instanceof TerminalOutputChunk;
        }
    }
}
