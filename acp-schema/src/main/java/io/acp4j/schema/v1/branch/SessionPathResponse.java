package io.acp4j.schema.v1.branch;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a page of the messages from the root to one of them.
 *
 * @param messages the messages, the one nearest to the root first, whatever the direction
 * @param nextCursor where the page starts that comes next in the direction that was asked for; null when there is none
 * @param previousCursor where the page starts that came before in that direction; null when there is none or the agent
 *     does not say
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionPathResponse(
        List<PathEntry> messages,
        @Nullable String nextCursor,
        @Nullable String previousCursor,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionPathResponse> CODEC = ObjectCodec.of("SessionPathResponse", type -> {
        var messages = type.requiredList("messages", PathEntry.CODEC, SessionPathResponse::messages);
        var nextCursor = type.lenient("nextCursor", Codecs.STRING, SessionPathResponse::nextCursor);
        var previousCursor = type.lenient("previousCursor", Codecs.STRING, SessionPathResponse::previousCursor);
        var meta = type.lenient("_meta", Meta.CODEC, SessionPathResponse::meta);
        return in ->
                new SessionPathResponse(in.get(messages), in.find(nextCursor), in.find(previousCursor), in.find(meta));
    });

    /** Copies the list. */
    public SessionPathResponse {
        messages = List.copyOf(messages);
    }
}
