package io.acp4j.client.host;

import static io.acp4j.schema.elicitation.ElicitationContentValue.of;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.elicitation.BooleanPropertySchema;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationPropertySchema;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.EnumOption;
import io.acp4j.schema.elicitation.IntegerPropertySchema;
import io.acp4j.schema.elicitation.MultiSelectPropertySchema;
import io.acp4j.schema.elicitation.NumberPropertySchema;
import io.acp4j.schema.elicitation.StringFormat;
import io.acp4j.schema.elicitation.StringMultiSelectItems;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.TitledMultiSelectItems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Forms that the agent sends, and the answers that it gets. */
class ElicitationFormsTest {

    private static final Map<String, Object> FORM = Map.of(
            "sessionId",
            "s",
            "mode",
            "form",
            "message",
            "How?",
            "requestedSchema",
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("count", Map.of("type", "integer", "minimum", 1, "maximum", 9, "default", 3)),
                    "required",
                    List.of("count")));

    @TempDir
    private Path root;

    private JsonNode ask(ElicitationForms forms) {
        try (HostedSession hosted = new HostedSession(forms, root)) {
            assertThat(hosted.capabilities.at("/elicitation/form").isObject()).isTrue();
            return hosted.ask("elicitation/create", FORM).get("result");
        }
    }

    @Test
    void defaultsAreFilledInAndFittingAnswersAreSent() {
        JsonNode answer = ask(ElicitationForms.of(form -> {
            assertThat(form.answers()).containsEntry("count", of(3));
            assertThat(form.session()).isNotNull();
            return CreateElicitationResponse.accepted(Map.of("count", of(5)));
        }));
        assertThat(answer.at("/action").asText()).isEqualTo("accept");
        assertThat(answer.at("/content/count").asInt()).isEqualTo(5);
    }

    @Test
    void answersThatDoNotFitAreShownAgainWithTheirFaults() {
        List<ElicitationForms.Form> shown = new CopyOnWriteArrayList<>();
        JsonNode answer = ask(ElicitationForms.of(form -> {
            shown.add(form);
            return CreateElicitationResponse.accepted(
                    Map.of("count", of(form.faults().isEmpty() ? 10 : 9)));
        }));
        assertThat(answer.at("/content/count").asInt()).isEqualTo(9);
        assertThat(shown).hasSize(2);
        assertThat(shown.get(1).faults()).containsExactly(new ElicitationForms.FormError("count", "must be at most 9"));
        assertThat(shown.get(1).answers()).containsEntry("count", of(10));
        assertThat(shown.get(1).toString()).doesNotContain("10");
    }

    @Test
    void answersThatNeverFitCountAsDismissal() {
        List<ElicitationForms.Form> shown = new CopyOnWriteArrayList<>();
        JsonNode answer = ask(ElicitationForms.of(
                form -> {
                    shown.add(form);
                    return CreateElicitationResponse.accepted();
                },
                3));
        assertThat(answer.at("/action").asText()).isEqualTo("cancel");
        assertThat(shown).hasSize(3);
        assertThat(shown.get(1).faults())
                .containsExactly(new ElicitationForms.FormError("count", "an answer is required"));
    }

    @Test
    void declinedFormIsNotChecked() {
        assertThat(ask(ElicitationForms.of(form -> CreateElicitationResponse.declined()))
                        .at("/action")
                        .asText())
                .isEqualTo("decline");
    }

    private static List<String> problems(ElicitationPropertySchema schema, ElicitationContentValue answer) {
        ElicitationSchema form =
                ElicitationSchema.builder().optional("field", schema).build();
        return ElicitationForms.check(form, Map.of("field", answer)).stream()
                .map(ElicitationForms.FormError::problem)
                .toList();
    }

    private static void fits(ElicitationPropertySchema schema, ElicitationContentValue... answers) {
        for (ElicitationContentValue answer : answers) {
            assertThat(problems(schema, answer)).as(answer.toString()).isEmpty();
        }
    }

    private static void fails(ElicitationPropertySchema schema, ElicitationContentValue... answers) {
        for (ElicitationContentValue answer : answers) {
            assertThat(problems(schema, answer)).as(answer.toString()).hasSize(1);
        }
    }

    @Test
    void textsAreCheckedForTheirLengthInCharacters() {
        StringPropertySchema schema =
                StringPropertySchema.builder().minLength(2L).maxLength(3L).build();
        fits(schema, of("ab"), of("😀😀😀"));
        fails(schema, of("a"), of("😀"), of("abcd"), of(12), of(true));
    }

    @Test
    void choicesMustBeAmongThoseOffered() {
        fits(StringPropertySchema.builder().values(List.of("a", "b")).build(), of("b"));
        fails(StringPropertySchema.builder().values(List.of("a", "b")).build(), of("c"), of(""));
        StringPropertySchema titled = StringPropertySchema.builder()
                .options(List.of(EnumOption.of("x", "Ex")))
                .build();
        fits(titled, of("x"));
        fails(titled, of("Ex"));
    }

    @Test
    void patternsMatchAnywhereAndSlowOnesEnd() {
        StringPropertySchema schema =
                StringPropertySchema.builder().pattern("b+c").build();
        fits(schema, of("abbcd"));
        fails(schema, of("abd"));
        fits(StringPropertySchema.builder().pattern("(?<broken").build(), of("anything"));
        fails(StringPropertySchema.builder().pattern("^(a|aa|a?)+$").build(), of("a".repeat(60) + "!"));
    }

    /** At the end of a text a pattern looks at no character, and may try for ever all the same. */
    static final List<String> ENDLESS = List.of(
            "(|){60}x",
            "(|)".repeat(60) + "x",
            "(?:|){60}x",
            "(?<n>|){0,60}x",
            "(?=(|){60}x)y",
            "((a?|b?){40}){40}x",
            "((()|())+){60}x",
            "(^|$|){60}x",
            "(?:(?:(?:){100000}){100000}){100000}",
            "(?:".repeat(50) + "|" + "|)".repeat(50) + "(|){60}x",
            "(?i)(|){60}x",
            "(b?)\\1{60}(\\1|){60}x",
            "x".repeat(5000));

    @ParameterizedTest
    @FieldSource("ENDLESS")
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void patternsThatWouldTryForEverEndWhateverTheTextIs(String pattern) {
        StringPropertySchema schema =
                StringPropertySchema.builder().pattern(pattern).build();
        fails(schema, of(""), of("a"), of("y"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "^[a-z]+(-[a-z]+)*$ ab-c-def",
                "^(?=.*[A-Z])(?=.*\\d).{8,128}$ Abcdefg1",
                "^(a*)*$ aa",
                "^([A-Z]?[a-z]*)+$ aBcD",
                "^\\+?\\d{1,3}[-.]?\\(?\\d{3}\\)?[-.]?\\d{3}[-.]?\\d{4}$ +1-(555)-123-4567",
                "^\\p{L}+\\x{41}?$ Grüße",
                "^[\\w.]{1,64}@(?:[\\w-]{1,63}\\.){1,10}[a-z]{2,63}$ a.b@c.example.com",
                "^[[a-c]]x{2,}?$ bxx",
                "^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$ 2026-11",
                "^(https?://)?([^/:]+)(:\\d+)?(/.*)?$ https://example.com:80/x",
                "^(a|b|)$ b",
                "\\bword\\b word",
            })
    void patternsThatPeopleWriteAreChecked(String pattern, String text) {
        StringPropertySchema schema =
                StringPropertySchema.builder().pattern(pattern).build();
        fits(schema, of(text));
        if (pattern.startsWith("^")) {
            fails(schema, of(text + "\n!"));
        }
    }

    @Test
    void formatsAreChecked() {
        StringPropertySchema.Builder schema = StringPropertySchema.builder();
        fits(schema.format(StringFormat.EMAIL).build(), of("a.b+c@example.com"));
        fails(schema.format(StringFormat.EMAIL).build(), of("example.com"), of("a b@c"));
        fits(schema.format(StringFormat.URI).build(), of("https://example.com/?q=1"), of("urn:x"));
        fails(schema.format(StringFormat.URI).build(), of("/relative"), of("no uri"));
        fits(schema.format(StringFormat.DATE).build(), of("2024-02-29"));
        fails(schema.format(StringFormat.DATE).build(), of("2023-02-29"), of("29.02.2024"));
        fits(
                schema.format(StringFormat.DATE_TIME).build(),
                of("2024-02-29T12:00:00Z"),
                of("2024-02-29T12:00:00+01:00"));
        fails(schema.format(StringFormat.DATE_TIME).build(), of("2024-02-29T12:00:00"), of("now"));
        fits(schema.format(new StringFormat("of-tomorrow")).build(), of("anything"));
    }

    @Test
    void numbersAreCheckedForTheirRange() {
        NumberPropertySchema number =
                NumberPropertySchema.builder().minimum(0.5).maximum(2.0).build();
        fits(number, of(0.5), of(1), of(2.0));
        fails(number, of(0.4), of(3), of("1"));
        IntegerPropertySchema integer =
                IntegerPropertySchema.builder().minimum(-1L).maximum(1L).build();
        fits(integer, of(-1), of(0), of(1));
        fails(integer, of(-2), of(2), of(0.5), of("0"));
    }

    @Test
    void listsAreCheckedForTheirEntries() {
        MultiSelectPropertySchema schema = MultiSelectPropertySchema.builder(
                        StringMultiSelectItems.of(List.of("a", "b", "c")))
                .minItems(1L)
                .maxItems(2L)
                .build();
        fits(schema, of(List.of("a")), of(List.of("a", "c")));
        fails(schema, of(List.of()), of(List.of("a", "b", "c")), of(List.of("d")), of("a"));
        fits(
                MultiSelectPropertySchema.builder(TitledMultiSelectItems.of(List.of(EnumOption.of("x", "Ex"))))
                        .build(),
                of(List.of("x")));
    }

    @Test
    void fieldsThatWereNotAskedForAreFaults() {
        ElicitationSchema form = ElicitationSchema.builder()
                .optional("wanted", BooleanPropertySchema.builder().build())
                .build();
        assertThat(ElicitationForms.check(form, Map.of("wanted", of(true), "other", of(1))))
                .containsExactly(new ElicitationForms.FormError("other", "the form has no such field"));
        assertThat(ElicitationForms.check(form, Map.of("wanted", of("yes"))))
                .containsExactly(new ElicitationForms.FormError("wanted", "must be yes or no"));
    }

    @Test
    void defaultsThatDoNotFitAreLeftOut() {
        ElicitationSchema form = ElicitationSchema.builder()
                .optional(
                        "a",
                        StringPropertySchema.builder()
                                .maxLength(1L)
                                .defaultValue("long")
                                .build())
                .optional(
                        "b", BooleanPropertySchema.builder().defaultValue(true).build())
                .optional("c", NumberPropertySchema.builder().defaultValue(1.5).build())
                .build();
        assertThat(ElicitationForms.defaults(form))
                .containsExactlyInAnyOrderEntriesOf(Map.of("b", of(true), "c", of(1.5)));
    }
}
