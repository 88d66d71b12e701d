package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.JsonCodec;
import java.util.List;
import java.util.Objects;

/**
 * What the user entered into one field of a form.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#responses">the specification</a>
 * @since 0.1.0
 */
public sealed interface ElicitationContentValue {

    /** Reads and writes any kind, told apart by the kind of JSON value. */
    JsonCodec<ElicitationContentValue> CODEC = new ContentValueCodec();

    /**
     * Makes a text.
     *
     * @param value the text
     * @return the value
     */
    static ElicitationContentValue of(String value) {
        return new StringValue(value);
    }

    /**
     * Makes a whole number.
     *
     * @param value the number
     * @return the value
     */
    static ElicitationContentValue of(long value) {
        return new IntegerValue(value);
    }

    /**
     * Makes a number.
     *
     * @param value the number
     * @return the value
     * @throws IllegalArgumentException when it is infinite or not a number
     */
    static ElicitationContentValue of(double value) {
        return new NumberValue(value);
    }

    /**
     * Makes an on or off.
     *
     * @param value true for on
     * @return the value
     */
    static ElicitationContentValue of(boolean value) {
        return new BooleanValue(value);
    }

    /**
     * Makes several choices.
     *
     * @param values the choices
     * @return the value
     */
    static ElicitationContentValue of(List<String> values) {
        return new StringListValue(values);
    }

    /**
     * A text, or one choice.
     *
     * @param value the text
     */
    record StringValue(String value) implements ElicitationContentValue {
        /** Checks that the text is there. */
        public StringValue {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * A whole number.
     *
     * @param value the number
     */
    record IntegerValue(long value) implements ElicitationContentValue {}

    /**
     * A number that is not whole, is written with a fraction, or does not fit 64 bits.
     *
     * @param value the number
     */
    record NumberValue(double value) implements ElicitationContentValue {
        /** Checks that JSON can express the number. */
        public NumberValue {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("JSON has no number for " + value);
            }
        }
    }

    /**
     * On or off.
     *
     * @param value true for on
     */
    record BooleanValue(boolean value) implements ElicitationContentValue {}

    /**
     * Several choices.
     *
     * @param value the choices
     */
    record StringListValue(List<String> value) implements ElicitationContentValue {
        /** Copies the list. */
        public StringListValue {
            value = List.copyOf(value);
        }
    }
}
