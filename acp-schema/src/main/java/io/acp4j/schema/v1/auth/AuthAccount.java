package io.acp4j.schema.v1.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An account or key that an agent uses, for display only.
 *
 * <p>Not an identifier: it may change, and it does not belong in logs.
 *
 * @param label what to call it on its own, such as the name of a subscription
 * @param active whether the agent uses it by default; null when the agent does not tell
 * @param name the name of its user; null when not told
 * @param email the mail address of its user; null when not told
 * @param organization the organisation, team or workspace that it belongs to; null when not told
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("auth-status")
public record AuthAccount(
        String label,
        @Nullable Boolean active,
        @Nullable String name,
        @Nullable String email,
        @Nullable String organization,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthAccount> CODEC = ObjectCodec.of("AuthAccount", type -> {
        var label = type.required("label", Codecs.STRING, AuthAccount::label);
        var active = type.lenient("active", Codecs.BOOLEAN, AuthAccount::active);
        var name = type.lenient("name", Codecs.STRING, AuthAccount::name);
        var email = type.lenient("email", Codecs.STRING, AuthAccount::email);
        var organization = type.lenient("organization", Codecs.STRING, AuthAccount::organization);
        var meta = type.lenient("_meta", Meta.CODEC, AuthAccount::meta);
        return in -> new AuthAccount(
                in.get(label), in.find(active), in.find(name), in.find(email), in.find(organization), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AuthAccount {
        Objects.requireNonNull(label, "label");
    }

    /**
     * Makes an account of which only the label is told.
     *
     * @param label what to call it on its own
     * @return the account
     */
    public static AuthAccount of(String label) {
        return new AuthAccount(label, null, null, null, null, null);
    }

    /** Tells nothing about the user. */
    @Override
    public String toString() {
        return "AuthAccount[active=" + active + "]";
    }
}
