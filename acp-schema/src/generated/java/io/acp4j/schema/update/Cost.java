// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An amount of money, or of what the agent counts instead.
 *
 * @param amount how much
 * @param currency its unit: an ISO 4217 code such as {@code EUR}, or another word
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#session-usage-updates">the specification</a>
 * @since 0.1.0
 */
public record Cost(double amount, String currency, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<Cost> CODEC = ObjectCodec.of("Cost", type -> {
        var amount = type.required("amount", Codecs.DOUBLE, Cost::amount);
        var currency = type.required("currency", Codecs.STRING, Cost::currency);
        var meta = type.lenient("_meta", Meta.CODEC, Cost::meta);
        return in -> new Cost(in.get(amount), in.get(currency), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Cost {
        Objects.requireNonNull(currency, "currency");
    }

    /**
     * Returns a value with what is required.
     *
     * @param amount how much
     * @param currency its unit: an ISO 4217 code such as {@code EUR}, or another word
     * @return the value
     */
    public static Cost of(double amount, String currency) {
        return new Cost(amount, currency, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param amount how much
     * @param currency its unit: an ISO 4217 code such as {@code EUR}, or another word
     * @return the builder
     */
    public static Builder builder(double amount, String currency) {
        return new Builder(amount, currency);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(amount, currency);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Cost}; used by one thread. */
    public static final class Builder {

        private final double amount;
        private final String currency;
        private @Nullable Meta meta;

        private Builder(double amount, String currency) {
            this.amount = amount;
            this.currency = Objects.requireNonNull(currency, "currency");
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public Cost build() {
            return new Cost(amount, currency, meta);
        }
    }
}
