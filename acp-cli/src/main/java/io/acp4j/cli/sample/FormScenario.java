package io.acp4j.cli.sample;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.elicitation.BooleanPropertySchema;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationDeclined;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.EnumOption;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.IntegerPropertySchema;
import io.acp4j.schema.elicitation.MultiSelectPropertySchema;
import io.acp4j.schema.elicitation.StringFormat;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.TitledMultiSelectItems;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requests values in a form with a field of each kind. */
final class FormScenario implements Scenario {

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("I need a few values for the new project.");
        CreateElicitationResponse response;
        try {
            response = turn.turn()
                    .client()
                    .elicit(FormElicitationRequest.of(
                            ElicitationScope.of(turn.session().id()), "Describe the new project.", form()));
        } catch (UnsupportedCapabilityException e) {
            turn.say("The client does not offer forms, so I continue without a project.");
            return;
        } catch (AcpErrorException e) {
            turn.turn().cancellation().throwIfCancelled();
            turn.say("The client did not show the form (error " + e.code().value()
                    + "), so I continue without a project.");
            return;
        }
        if (response instanceof ElicitationAccepted accepted) {
            turn.say("You entered:\n\n" + table(accepted.content() == null ? Map.of() : accepted.content()));
        } else if (response instanceof ElicitationDeclined) {
            turn.say("You declined the form, so I continue without a project.");
        } else {
            turn.say("You cancelled the form, so I continue without a project.");
        }
    }

    private static ElicitationSchema form() {
        return ElicitationSchema.builder()
                .required(
                        "name",
                        StringPropertySchema.builder()
                                .title("Name")
                                .description("Letters, digits and hyphens")
                                .minLength(2L)
                                .maxLength(40L)
                                .pattern("^[A-Za-z][A-Za-z0-9-]*$")
                                .build())
                .optional(
                        "contact",
                        StringPropertySchema.builder()
                                .title("Contact")
                                .format(StringFormat.EMAIL)
                                .build())
                .required(
                        "licence",
                        StringPropertySchema.builder()
                                .title("Licence")
                                .options(List.of(
                                        EnumOption.of("apache", "Apache License 2.0"),
                                        EnumOption.of("mit", "MIT"),
                                        EnumOption.of("none", "None")))
                                .defaultValue("apache")
                                .build())
                .optional(
                        "modules",
                        MultiSelectPropertySchema.builder(TitledMultiSelectItems.of(List.of(
                                        EnumOption.of("core", "Core"),
                                        EnumOption.of("web", "Web page"),
                                        EnumOption.of("docs", "Documentation"))))
                                .title("Modules")
                                .minItems(1L)
                                .build())
                .optional(
                        "java",
                        IntegerPropertySchema.builder()
                                .title("Java version")
                                .minimum(17L)
                                .maximum(25L)
                                .defaultValue(17L)
                                .build())
                .optional(
                        "tests",
                        BooleanPropertySchema.builder()
                                .title("Create tests")
                                .defaultValue(true)
                                .build())
                .build();
    }

    private static String table(Map<String, ElicitationContentValue> content) {
        StringBuilder table = new StringBuilder("| field | value |\n|---|---|\n");
        new TreeMap<>(content)
                .forEach((name, value) -> table.append("| ")
                        .append(name)
                        .append(" | `")
                        .append(ElicitationContentValue.CODEC
                                .toRaw(value)
                                .toJson()
                                .replace("`", "'")
                                .replace("|", "\\|"))
                        .append("` |\n"));
        return table.toString();
    }
}
