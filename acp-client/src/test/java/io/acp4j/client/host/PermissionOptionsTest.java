package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.HostService;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.tool.ToolKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Options with equal IDs or names: no response contains an ID that two different options have, and no two names are equal. */
class PermissionOptionsTest {

    @TempDir
    private Path root;

    /** The component that decides, specified by the index of the selected option if there is one. */
    private record Decider(String name, HostService service) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Decider person(int index) {
        return new Decider(
                "person who selects option " + index,
                PermissionBroker.asking(question -> question.options().get(index)));
    }

    private static Decider handler(int index) {
        return new Decider(
                "handler that selects option " + index,
                (builder, sessions) -> builder.onPermission((request, context) -> RequestPermissionResponse.selected(
                        request.options().get(index).optionId())));
    }

    private static Decider rule(String name, PermissionRule rule) {
        return new Decider(name, PermissionBroker.builder().rule(rule).build());
    }

    private static final Decider ALLOWING = rule("rule that allows", PermissionRule.allow(ToolKind.EDIT));
    private static final Decider REJECTING = rule("rule that rejects", PermissionRule.reject(ToolKind.EDIT));

    /** Columns: options as "id kind", the deciding component, and the ID in the response. */
    static Stream<Arguments> crossings() {
        List<String> mixed = List.of("x allow_once", "x reject_once");
        List<String> withOther = List.of("x allow_once", "x reject_once", "n reject_always");
        List<String> withOtherAllowing = List.of("x allow_once", "x reject_once", "y allow_once");
        List<String> lasting = List.of("x allow_once", "x allow_always", "n reject_once");
        List<String> equal = List.of("x allow_once", "x allow_once", "n reject_once", "n reject_once");
        return Stream.of(
                Arguments.of(mixed, person(0), "cancelled"),
                Arguments.of(mixed, person(1), "cancelled"),
                Arguments.of(mixed, handler(0), "cancelled"),
                Arguments.of(mixed, handler(1), "cancelled"),
                Arguments.of(mixed, REJECTING, "cancelled"),
                Arguments.of(mixed, ALLOWING, "cancelled"),
                Arguments.of(withOther, person(1), "cancelled"),
                Arguments.of(withOther, person(2), "n"),
                Arguments.of(withOther, handler(2), "n"),
                Arguments.of(withOther, REJECTING, "n"),
                Arguments.of(withOther, ALLOWING, "n"),
                Arguments.of(withOtherAllowing, ALLOWING, "y"),
                Arguments.of(withOtherAllowing, REJECTING, "cancelled"),
                Arguments.of(lasting, person(0), "cancelled"),
                Arguments.of(lasting, handler(0), "cancelled"),
                Arguments.of(lasting, ALLOWING, "n"),
                Arguments.of(lasting, REJECTING, "n"),
                Arguments.of(equal, person(1), "x"),
                Arguments.of(equal, handler(0), "x"),
                Arguments.of(equal, ALLOWING, "x"),
                Arguments.of(equal, REJECTING, "n"));
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("crossings")
    void responseNamesNoIdThatDifferentOptionsHave(List<String> options, Decider decider, String selected) {
        try (HostedSession hosted = new HostedSession(decider.service(), root)) {
            JsonNode response = hosted.ask(
                    "session/request_permission",
                    Map.of(
                            "sessionId",
                            "s",
                            "toolCall",
                            Map.of("toolCallId", "c", "kind", "edit", "title", "Edit"),
                            "options",
                            options.stream()
                                    .map(option -> option.split(" "))
                                    .map(option -> Map.of("optionId", option[0], "name", option[1], "kind", option[1]))
                                    .toList()));
            JsonNode outcome = response.at("/result/outcome");
            assertThat(outcome.path("optionId").asText(outcome.path("outcome").asText(response.toString())))
                    .isEqualTo(selected);
        }
    }

    private static PermissionOption option(String id, String name, PermissionOptionKind kind) {
        return PermissionOption.of(new PermissionOptionId(id), name, kind);
    }

    @Test
    void differentNamesStayAsTheyAre() {
        assertThat(PermissionQuestion.names(
                        List.of(PermissionOption.allowOnce("a", "Yes"), PermissionOption.rejectOnce("b", "No"))))
                .containsExactly("Yes", "No");
    }

    @Test
    void equalNamesAreToldApartByKindAndThenById() {
        assertThat(PermissionQuestion.names(List.of(
                        PermissionOption.allowOnce("a", "Allow"),
                        PermissionOption.allowAlways("b", " Allow"),
                        PermissionOption.allowAlways("c", "Allow"),
                        PermissionOption.rejectOnce("d", "No"))))
                .containsExactly(
                        "Allow (allow once)", "Allow (allow always, ID b)", "Allow (allow always, ID c)", "No");
    }

    @Test
    void nameOfAnotherKindDoesNotPassForAnAddedKind() {
        assertThat(PermissionQuestion.names(List.of(
                        PermissionOption.allowOnce("a", "Allow"),
                        PermissionOption.rejectOnce("b", "Allow"),
                        PermissionOption.allowAlways("c", "Allow (reject once)"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void unknownKindIsShownWithoutHiddenCharacters() {
        assertThat(PermissionQuestion.names(List.of(
                        option("a", "Go", new PermissionOptionKind("for_\u202Eever")),
                        option("b", "Go", PermissionOptionKind.REJECT_ONCE))))
                .containsExactly("Go (for \\u{202E}ever)", "Go (reject once)");
    }

    @Test
    void namesStateThatOptionsWithOneIdCannotBeSelected() {
        assertThat(PermissionQuestion.names(List.of(
                        PermissionOption.allowOnce("x", "Yes"),
                        PermissionOption.rejectOnce("x", "No"),
                        PermissionOption.rejectOnce("n", "Never"))))
                .containsExactly(
                        "Yes – cannot be selected, because another option has the same ID",
                        "No – cannot be selected, because another option has the same ID",
                        "Never");
    }
}
