package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.SchemaException;
import org.jspecify.annotations.Nullable;

/**
 * How a fork is to be made, beside the fields that the protocol has for it.
 *
 * <p>Carried in the {@code _meta} of {@code ForkSessionRequest}. To be sent only to agents that advertise {@link
 * ForkDetails}.
 *
 * @param label what to call the branch; null for no label
 * @param idempotencyKey names the request: the agent responds to another one of the same key, and otherwise the same, with
 *     the session that it made for the first; null when every request makes a session
 * @param role whose message {@code messageId} names, for sessions in which two may have the same id; null when unsaid
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record ForkRequestOptions(
        @Nullable String label,
        @Nullable String idempotencyKey,
        @Nullable BranchRole role) {

    /** The name of the member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/fork";

    /** Reads and writes the object. */
    public static final ObjectCodec<ForkRequestOptions> CODEC = ObjectCodec.of("ForkRequestOptions", type -> {
        var label = type.optional("label", Codecs.STRING, ForkRequestOptions::label);
        var idempotencyKey = type.optional("idempotencyKey", Codecs.STRING, ForkRequestOptions::idempotencyKey);
        var role = type.optional("role", BranchRole.CODEC, ForkRequestOptions::role);
        return in -> new ForkRequestOptions(in.find(label), in.find(idempotencyKey), in.find(role));
    });

    /**
     * Finds the options among extra data.
     *
     * @param meta the {@code _meta} of a {@code session/fork} request; may be null
     * @return the options; null when there are none
     * @throws SchemaException when they are malformed: a label or key that were passed over would make another fork than the
     *     one that was asked for
     */
    public static @Nullable ForkRequestOptions of(@Nullable Meta meta) throws SchemaException {
        return MetaMember.read(meta, KEY, CODEC);
    }

    /**
     * Puts the options among extra data.
     *
     * @param meta what is there already, which is kept; may be null
     * @return extra data with this under {@link #KEY}
     */
    public Meta into(@Nullable Meta meta) {
        return MetaMember.put(meta, KEY, CODEC.toRaw(this));
    }
}
