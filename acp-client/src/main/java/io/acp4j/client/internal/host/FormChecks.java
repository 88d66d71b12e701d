package io.acp4j.client.internal.host;

import io.acp4j.schema.elicitation.BooleanPropertySchema;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationContentValue.BooleanValue;
import io.acp4j.schema.elicitation.ElicitationContentValue.IntegerValue;
import io.acp4j.schema.elicitation.ElicitationContentValue.NumberValue;
import io.acp4j.schema.elicitation.ElicitationContentValue.StringListValue;
import io.acp4j.schema.elicitation.ElicitationContentValue.StringValue;
import io.acp4j.schema.elicitation.ElicitationPropertySchema;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.EnumOption;
import io.acp4j.schema.elicitation.IntegerPropertySchema;
import io.acp4j.schema.elicitation.MultiSelectItems;
import io.acp4j.schema.elicitation.MultiSelectPropertySchema;
import io.acp4j.schema.elicitation.NumberPropertySchema;
import io.acp4j.schema.elicitation.StringMultiSelectItems;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.TitledMultiSelectItems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds answers against the form that asked for them.
 *
 * <p>Fields of kinds that this library does not know accept anything. A pattern that takes too long, alone or with those before it in
 * the form, accepts nothing: together they take a second or so, and end when the thread is interrupted.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 */
public final class FormChecks {

    private FormChecks() {}

    /**
     * Finds what is wrong with answers.
     *
     * @param form what was asked
     * @param answers the answers by field
     * @return the problem of each invalid field, in the order of the form
     */
    public static Map<String, String> check(ElicitationSchema form, Map<String, ElicitationContentValue> answers) {
        Map<String, String> faults = new LinkedHashMap<>();
        TextChecks texts = new TextChecks();
        form.properties().forEach((field, schema) -> {
            ElicitationContentValue answer = answers.get(field);
            String problem = answer == null ? null : problem(schema, answer, texts);
            if (problem != null) {
                faults.put(field, problem);
            }
        });
        for (String field : form.required()) {
            if (!answers.containsKey(field)) {
                faults.put(field, "an answer is required");
            }
        }
        for (String field : answers.keySet()) {
            if (!form.properties().containsKey(field)) {
                faults.put(field, "the form has no such field");
            }
        }
        return faults;
    }

    /**
     * Returns the answers that a form suggests.
     *
     * @param form what is asked
     * @return the defaults of those fields that have one which fits, in the order of the form
     */
    public static Map<String, ElicitationContentValue> defaults(ElicitationSchema form) {
        Map<String, ElicitationContentValue> defaults = new LinkedHashMap<>();
        TextChecks texts = new TextChecks();
        form.properties().forEach((field, schema) -> {
            ElicitationContentValue value = defaultOf(schema);
            if (value != null && problem(schema, value, texts) == null) {
                defaults.put(field, value);
            }
        });
        return defaults;
    }

    private static @Nullable ElicitationContentValue defaultOf(ElicitationPropertySchema schema) {
        if (schema instanceof StringPropertySchema text && text.defaultValue() != null) {
            return ElicitationContentValue.of(text.defaultValue());
        }
        if (schema instanceof NumberPropertySchema number && number.defaultValue() != null) {
            return ElicitationContentValue.of(number.defaultValue().doubleValue());
        }
        if (schema instanceof IntegerPropertySchema integer && integer.defaultValue() != null) {
            return ElicitationContentValue.of(integer.defaultValue().longValue());
        }
        if (schema instanceof BooleanPropertySchema choice && choice.defaultValue() != null) {
            return ElicitationContentValue.of(choice.defaultValue().booleanValue());
        }
        if (schema instanceof MultiSelectPropertySchema select
                && !select.defaultValue().isEmpty()) {
            return ElicitationContentValue.of(select.defaultValue());
        }
        return null;
    }

    private static @Nullable String problem(
            ElicitationPropertySchema schema, ElicitationContentValue answer, TextChecks texts) {
        if (schema instanceof StringPropertySchema text) {
            return answer instanceof StringValue given ? texts.problem(text, given.value()) : "must be a text";
        }
        if (schema instanceof NumberPropertySchema number) {
            return problem(number, answer);
        }
        if (schema instanceof IntegerPropertySchema integer) {
            return problem(integer, answer);
        }
        if (schema instanceof BooleanPropertySchema) {
            return answer instanceof BooleanValue ? null : "must be yes or no";
        }
        if (schema instanceof MultiSelectPropertySchema select) {
            return answer instanceof StringListValue given ? problem(select, given.value()) : "must be a list";
        }
        return null;
    }

    private static @Nullable String problem(NumberPropertySchema schema, ElicitationContentValue answer) {
        double value;
        if (answer instanceof NumberValue number) {
            value = number.value();
        } else if (answer instanceof IntegerValue integer) {
            value = (double) integer.value();
        } else {
            return "must be a number";
        }
        if (schema.minimum() != null && value < schema.minimum()) {
            return "must be at least " + schema.minimum();
        }
        return schema.maximum() != null && value > schema.maximum() ? "must be at most " + schema.maximum() : null;
    }

    private static @Nullable String problem(IntegerPropertySchema schema, ElicitationContentValue answer) {
        if (!(answer instanceof IntegerValue integer)) {
            return "must be a whole number";
        }
        long value = integer.value();
        if (schema.minimum() != null && value < schema.minimum()) {
            return "must be at least " + schema.minimum();
        }
        return schema.maximum() != null && value > schema.maximum() ? "must be at most " + schema.maximum() : null;
    }

    private static @Nullable String problem(MultiSelectPropertySchema schema, List<String> values) {
        if (schema.minItems() != null && Long.compareUnsigned(values.size(), schema.minItems()) < 0) {
            return "must have at least " + Long.toUnsignedString(schema.minItems()) + " entries";
        }
        if (schema.maxItems() != null && Long.compareUnsigned(values.size(), schema.maxItems()) > 0) {
            return "must have at most " + Long.toUnsignedString(schema.maxItems()) + " entries";
        }
        Set<String> allowed = allowed(schema.items());
        return allowed == null || allowed.containsAll(values) ? null : "must have only entries that are offered";
    }

    private static @Nullable Set<String> allowed(MultiSelectItems items) {
        if (items instanceof StringMultiSelectItems plain) {
            return Set.copyOf(plain.values());
        }
        if (items instanceof TitledMultiSelectItems titled) {
            return titled.options().stream().map(EnumOption::value).collect(Collectors.toSet());
        }
        return null;
    }
}
