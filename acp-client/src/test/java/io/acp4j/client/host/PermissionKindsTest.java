package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.tool.ToolKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rules and memory make of kinds that are said, left out, unknown, or changed on the way. */
class PermissionKindsTest {

    private static final PermissionRule ALLOW_REST = question -> PermissionRule.Decision.ALLOW;

    @TempDir
    private Path root;

    private final List<PermissionQuestion> asked = new CopyOnWriteArrayList<>();

    private PermissionBroker.Builder broker(PermissionOptionKind choice) {
        return PermissionBroker.builder().prompt(question -> {
            asked.add(question);
            return question.option(choice);
        });
    }

    private static Map<String, Object> call(String id, @Nullable String kind, @Nullable String title) {
        Map<String, Object> call = new HashMap<>(Map.of("toolCallId", id));
        if (kind != null) {
            call.put("kind", kind);
        }
        if (title != null) {
            call.put("title", title);
        }
        return call;
    }

    private static String ask(HostedSession hosted, String session, Map<String, Object> call) {
        List<Map<String, String>> options = new ArrayList<>();
        for (String kind : List.of("allow_once", "allow_always", "reject_once", "reject_always")) {
            options.add(Map.of("optionId", kind, "name", kind, "kind", kind));
        }
        JsonNode answer = hosted.ask(
                "session/request_permission", Map.of("sessionId", session, "toolCall", call, "options", options));
        return answer.at("/result/outcome/optionId").asText(answer.toString());
    }

    private static void announce(HostedSession hosted, String session, String update, String id, String kind) {
        String member = kind == null ? "" : "'kind':'" + kind + "',";
        hosted.agent.sendVerbatim(("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'" + session
                        + "','update':{'sessionUpdate':'" + update + "','toolCallId':'" + id + "'," + member
                        + "'title':'Do it'}}}")
                .replace('\'', '"'));
    }

    /** Empty: not said. The user, who allows always, is asked where the outcome is allow_always. */
    @ParameterizedTest
    @CsvSource({
        // announced, updated, asked with: outcome
        ",       ,        delete,  reject_once",
        "delete, ,        ,        reject_once",
        ",       delete,  ,        reject_once",
        "delete, ,        read,    reject_once",
        "read,   delete,  ,        reject_once",
        "read,   delete,  read,    reject_once",
        "delete, read,    read,    reject_once",
        ",       ,        read,    allow_once",
        "read,   ,        ,        allow_once",
        "edit,   read,    ,        allow_once",
        ",       ,        ,        allow_always",
        ",       ,        other,   allow_always",
        "other,  ,        ,        allow_always",
        "other,  ,        read,    allow_once",
        ",       ,        destroy, allow_always",
        "read,   destroy, ,        allow_always",
        "read,   ,        destroy, allow_always",
        "read,   ,        other,   allow_once",
        "other,  delete,  other,   reject_once",
    })
    void rejectRuleIsNotSlippedPast(String announced, String updated, String said, String outcome) {
        for (String path : List.of("tool_call", "tool_call_update")) {
            asked.clear();
            try (HostedSession hosted = new HostedSession(
                    broker(PermissionOptionKind.ALLOW_ALWAYS)
                            .rule(PermissionRule.reject(ToolKind.DELETE))
                            .rule(ALLOW_REST)
                            .build(),
                    root)) {
                announce(hosted, "s", path, "c", announced);
                announce(hosted, "s", "tool_call_update", "c", updated);
                assertThat(ask(hosted, "s", call("c", said, "Do it"))).isEqualTo(outcome);
                assertThat(asked).hasSize(outcome.equals("allow_always") ? 1 : 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        ",       read,    allow_once",
        "read,   ,        allow_once",
        "read,   read,    allow_once",
        "delete, read,    reject_once",
        "read,   delete,  reject_once",
        ",       ,        reject_once",
        "other,  ,        reject_once",
        "read,   destroy, reject_once",
    })
    void allowRuleNeedsAllThatWasSaidToBeAllowed(String announced, String said, String outcome) {
        // Nobody is there to be asked: what no rule allows is rejected.
        try (HostedSession hosted = new HostedSession(
                PermissionBroker.builder()
                        .rule(PermissionRule.allow(ToolKind.READ))
                        .build(),
                root)) {
            announce(hosted, "s", "tool_call", "c", announced);
            assertThat(ask(hosted, "s", call("c", said, "Do it"))).isEqualTo(outcome);
        }
    }

    @Test
    void ruleAgainstOtherKindsHoldsForCallsWithoutAKind() {
        try (HostedSession hosted = new HostedSession(
                broker(PermissionOptionKind.ALLOW_ALWAYS)
                        .rule(PermissionRule.reject(ToolKind.OTHER))
                        .rule(ALLOW_REST)
                        .build(),
                root)) {
            assertThat(ask(hosted, "s", call("c", null, "Do it"))).isEqualTo("reject_once");
            assertThat(ask(hosted, "s", call("d", "read", "Do it"))).isEqualTo("allow_once");
        }
    }

    @Test
    void whatWasSaidInAnotherSessionOrOfAnotherCallDoesNotCount() {
        try (HostedSession hosted = new HostedSession(
                broker(PermissionOptionKind.REJECT_ONCE)
                        .rule(PermissionRule.allow(ToolKind.READ))
                        .build(),
                root)) {
            hosted.open("t", root);
            announce(hosted, "t", "tool_call", "c", "read");
            announce(hosted, "s", "tool_call", "d", "read");
            assertThat(ask(hosted, "t", call("c", null, "Do it"))).isEqualTo("allow_once");
            assertThat(ask(hosted, "s", call("c", null, "Do it"))).isEqualTo("reject_once");
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void rememberedChoiceDoesNotLiftARejectRule() {
        try (HostedSession hosted = new HostedSession(
                broker(PermissionOptionKind.ALLOW_ALWAYS)
                        .rule(PermissionRule.reject(ToolKind.DELETE))
                        .build(),
                root)) {
            assertThat(ask(hosted, "s", call("c", null, "Clean up"))).isEqualTo("allow_always");
            assertThat(ask(hosted, "s", call("c", null, "Clean up"))).isEqualTo("allow_once");
            assertThat(ask(hosted, "s", call("c", "delete", "Clean up"))).isEqualTo("reject_once");
            announce(hosted, "s", "tool_call_update", "c", "delete");
            assertThat(ask(hosted, "s", call("c", null, "Clean up"))).isEqualTo("reject_once");
            assertThat(asked).hasSize(1);
        }
    }

    /** Without a rule the memory must not forget either what was said before. */
    @ParameterizedTest
    @CsvSource({"read, 1", "execute, 2", ", 1"})
    void rememberedChoiceDoesNotCoverACallOfWhichAnotherKindWasSaid(@Nullable String announced, int questions) {
        try (HostedSession hosted =
                new HostedSession(broker(PermissionOptionKind.ALLOW_ALWAYS).build(), root)) {
            assertThat(ask(hosted, "s", call("c", "read", "Do it"))).isEqualTo("allow_always");
            announce(hosted, "s", "tool_call", "d", announced);
            ask(hosted, "s", call("d", "read", "Do it"));
            assertThat(asked).hasSize(questions);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // the second question: kind, title, input, number of questions that the user sees
        "edit,    ,   one, 1",
        "edit,    ,   two, 2",
        "edit,    '', one, 2",
        "edit,    A,  one, 2",
        "execute, ,   one, 2",
    })
    void choiceAboutACallWithoutATitleCoversThatCallOnly(String kind, String title, String input, int questions) {
        try (HostedSession hosted =
                new HostedSession(broker(PermissionOptionKind.ALLOW_ALWAYS).build(), root)) {
            Map<String, Object> first = call("c", "edit", null);
            first.put("rawInput", Map.of("text", "one"));
            assertThat(ask(hosted, "s", first)).isEqualTo("allow_always");
            Map<String, Object> second = call("c", kind, title);
            second.put("rawInput", Map.of("text", input));
            ask(hosted, "s", second);
            assertThat(asked).hasSize(questions);
            // Another call that says the same is another call, and another session is another session.
            Map<String, Object> other = new HashMap<>(first);
            other.put("toolCallId", "d");
            assertThat(ask(hosted, "s", other)).isEqualTo("allow_always");
            hosted.open("t", root);
            assertThat(ask(hosted, "t", first)).isEqualTo("allow_always");
            assertThat(asked).hasSize(questions + 2);
        }
    }
}
