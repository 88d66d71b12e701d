package io.acp4j.client.host;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.tool.ToolKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who decides when the agent asks for permission. */
class PermissionBrokerTest {

    private static final List<String> ALL = List.of("allow_once", "allow_always", "reject_once", "reject_always");

    @TempDir
    private Path root;

    private HostedSession hosted;
    private final List<PermissionQuestion> asked = new CopyOnWriteArrayList<>();

    private void start(PermissionBroker broker) {
        hosted = new HostedSession(broker, root);
    }

    private PermissionQuestion.Prompt choosing(PermissionOptionKind kind) {
        return question -> {
            asked.add(question);
            return question.option(kind);
        };
    }

    @AfterEach
    void close() {
        hosted.close();
    }

    private static Map<String, Object> question(String session, String kind, String title, List<String> options) {
        Map<String, Object> call = new HashMap<>(Map.of("toolCallId", "c"));
        if (kind != null) {
            call.put("kind", kind);
        }
        if (title != null) {
            call.put("title", title);
        }
        return Map.of(
                "sessionId",
                session,
                "toolCall",
                call,
                "options",
                options.stream()
                        .map(option -> Map.of("optionId", option, "name", option, "kind", option))
                        .toList());
    }

    private String ask(String session, String kind, String title, List<String> options) {
        JsonNode answer = hosted.ask("session/request_permission", question(session, kind, title, options));
        JsonNode outcome = answer.at("/result/outcome");
        return outcome.path("optionId").asText(outcome.path("outcome").asText(answer.toString()));
    }

    private String ask(String kind, String title) {
        return ask("s", kind, title, ALL);
    }

    @Test
    void hiddenCharactersAreVisibleInWhatIsAsked() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ONCE)));
        ask("execute", "rm \u202Etxt.\u001B[2K\nAllowed already");

        PermissionQuestion question = asked.get(0);
        assertThat(question.title()).isEqualTo("rm \\u{202E}txt.\\u{1B}[2K\\nAllowed already");
        assertThat(question.request().toolCall().title().value()).contains("\u202E");
        assertThat(question.name(PermissionOption.allowOnce("y", "Y\u200Bes"))).isEqualTo("Y\\u{200B}es");
    }

    @Test
    void rulesDecideBeforeTheUser() {
        start(PermissionBroker.builder()
                .rule(PermissionRule.allow(ToolKind.READ))
                .rule(PermissionRule.reject(ToolKind.DELETE, ToolKind.READ))
                .prompt(choosing(PermissionOptionKind.ALLOW_ONCE))
                .build());
        assertThat(ask("read", "Read it")).isEqualTo("allow_once");
        assertThat(ask("delete", "Delete it")).isEqualTo("reject_once");
        assertThat(asked).isEmpty();
        assertThat(ask("edit", "Edit it")).isEqualTo("allow_once");
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).title()).isEqualTo("Edit it");
    }

    @Test
    void ruleThatAllowsDoesNotSelectAnOptionThatAllowsAlways() {
        start(PermissionBroker.builder()
                .rule(PermissionRule.allow(ToolKind.READ))
                .build());
        assertThat(ask("s", "read", "Read", List.of("reject_once", "allow_always")))
                .isEqualTo("reject_once");
        assertThat(ask("s", "read", "Read", List.of("allow_always"))).isEqualTo("cancelled");
        assertThat(ask("s", "read", "Read", List.of("reject_once"))).isEqualTo("reject_once");
    }

    @Test
    void userDecidesWhereARuleCouldOnlyAllowAlways() {
        start(PermissionBroker.builder()
                .rule(PermissionRule.allow(ToolKind.READ))
                .rule(PermissionRule.reject(ToolKind.READ))
                .prompt(choosing(PermissionOptionKind.ALLOW_ALWAYS))
                .build());
        assertThat(ask("s", "read", "Read", List.of("reject_once", "allow_always")))
                .isEqualTo("allow_always");
        assertThat(asked).hasSize(1);
    }

    @Test
    void rememberedChoiceSelectsNoOtherLastingOption() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ALWAYS)));
        Map<String, Object> first = question("s", "execute", "npm test", List.of("allow_always"));
        Map<String, Object> wider = new HashMap<>(first);
        wider.put("options", List.of(Map.of("optionId", "all", "name", "Allow all commands", "kind", "allow_always")));
        for (Map<String, Object> question : List.of(first, first, wider)) {
            hosted.ask("session/request_permission", question);
        }
        assertThat(asked).hasSize(2);
        assertThat(asked.get(1).options().get(0).optionId().value()).isEqualTo("all");
    }

    @Test
    void whatNobodyDecidesIsRejected() {
        start(PermissionBroker.builder().build());
        assertThat(ask("edit", "Edit")).isEqualTo("reject_once");
        assertThat(ask("s", "edit", "Edit", List.of("allow_once"))).isEqualTo("cancelled");
    }

    @Test
    void dismissedQuestionIsCancelled() {
        start(PermissionBroker.asking(question -> null));
        assertThat(ask("edit", "Edit")).isEqualTo("cancelled");
    }

    @Test
    void lastingChoiceIsRememberedForTheSameSubject() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ALWAYS)));
        assertThat(ask("execute", "npm test")).isEqualTo("allow_always");
        assertThat(ask("execute", "npm test")).isEqualTo("allow_once");
        assertThat(asked).hasSize(1);
        assertThat(ask("execute", "rm -rf /")).isEqualTo("allow_always");
        assertThat(asked).hasSize(2);
    }

    @Test
    void lastingRejectionIsRememberedToo() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.REJECT_ALWAYS)));
        assertThat(ask("execute", "npm test")).isEqualTo("reject_always");
        assertThat(ask("execute", "npm test")).isEqualTo("reject_once");
        assertThat(asked).hasSize(1);
    }

    @Test
    void choiceForOnceIsNotRemembered() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ONCE)));
        ask("execute", "npm test");
        ask("execute", "npm test");
        assertThat(asked).hasSize(2);
    }

    @Test
    void questionWithoutKindAndTitleIsLikeNoOther() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ALWAYS)));
        ask(null, null);
        ask(null, null);
        assertThat(asked).hasSize(2);
    }

    @Test
    void choicesAreNotInheritedByForksNorKnownToOtherSessions() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ALWAYS)));
        ask("execute", "npm test");
        CompletableFuture<ClientSession> forking =
                hosted.session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        hosted.agent.result(hosted.agent.expect("session/fork"), "{'sessionId':'fork'}");
        assertThat(get(forking).id().value()).isEqualTo("fork");
        hosted.open("other", root);
        assertThat(ask("fork", "execute", "npm test", ALL)).isEqualTo("allow_always");
        assertThat(ask("other", "execute", "npm test", ALL)).isEqualTo("allow_always");
        assertThat(asked)
                .extracting(question -> question.session().id().value())
                .containsExactly("s", "fork", "other");
    }

    @Test
    void choicesEndWithTheSession() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ALWAYS)));
        ask("execute", "npm test");
        hosted.session.detach();
        hosted.open("s", root);
        assertThat(ask("execute", "npm test")).isEqualTo("allow_always");
        assertThat(asked).hasSize(2);
    }

    @Test
    void oldestChoiceIsForgottenBeyondTheLimit() {
        start(PermissionBroker.builder()
                .prompt(choosing(PermissionOptionKind.ALLOW_ALWAYS))
                .maxRemembered(2)
                .build());
        ask("execute", "a");
        ask("execute", "b");
        ask("execute", "c");
        ask("execute", "a");
        assertThat(asked).hasSize(4);
    }

    @Test
    void sameQuestionThatWaitsBehindAnotherIsAnsweredFromMemory() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        start(PermissionBroker.asking(question -> {
            asked.add(question);
            assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
            return question.option(PermissionOptionKind.ALLOW_ALWAYS);
        }));
        hosted.start("session/request_permission", question("s", "execute", "npm test", ALL));
        hosted.start("session/request_permission", question("s", "execute", "npm test", ALL));
        answered.countDown();
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            answers.add(hosted.agent.next().at("/result/outcome/optionId").asText());
        }
        assertThat(answers).containsExactlyInAnyOrder("allow_always", "allow_once");
        assertThat(asked).hasSize(1);
    }

    @Test
    void cancelledTurnInterruptsTheUser() throws Exception {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        start(PermissionBroker.asking(question -> {
            asking.countDown();
            try {
                assertThat(new CountDownLatch(1).await(60, TimeUnit.SECONDS)).isTrue();
                return null;
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        }));
        CompletableFuture<?> turn = hosted.session.promptAsync("go");
        JsonNode prompt = hosted.agent.expect("session/prompt");
        hosted.start("session/request_permission", question("s", "execute", "npm test", ALL));
        assertThat(asking.await(60, TimeUnit.SECONDS)).isTrue();
        hosted.session.cancel();
        hosted.agent.expect("session/cancel");
        assertThat(hosted.agent.next().at("/result/outcome/outcome").asText()).isEqualTo("cancelled");
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        hosted.agent.result(prompt, "{'stopReason':'cancelled'}");
        assertThat(turn).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void optionOfAnotherQuestionCannotBeRemembered() {
        PermissionOption stray = PermissionOption.allowAlways("stray", "Stray");
        start(PermissionBroker.asking(question -> stray));
        assertThat(hosted.ask("session/request_permission", question("s", "edit", "Edit", ALL))
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32603);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sessionThatOnlyTheAgentHasMentionedIsAskedAbout(boolean updated) {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ALWAYS)));
        if (updated) {
            hosted.agent.update("child", "{'sessionUpdate':'tool_call','toolCallId':'c','title':'Edit','kind':'edit'}");
        }
        assertThat(ask("child", updated ? null : "edit", "Edit", ALL)).isEqualTo("allow_always");
        assertThat(asked).singleElement().satisfies(question -> {
            assertThat(question.session().id().value()).isEqualTo("child");
            assertThat(question.session().parameters()).isNull();
            assertThat(question.kind()).isEqualTo(ToolKind.EDIT);
        });
        assertThat(ask("child", "edit", "Edit", ALL)).isEqualTo("allow_once");
        assertThat(asked).hasSize(1);
    }

    @Test
    void sessionThatHasEndedGetsNoPermission() {
        start(PermissionBroker.asking(choosing(PermissionOptionKind.ALLOW_ALWAYS)));
        hosted.session.detach();
        hosted.agent.update("s", "{'sessionUpdate':'tool_call','toolCallId':'c','title':'Edit'}");
        assertThat(hosted.ask("session/request_permission", question("s", "edit", "Edit", ALL))
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32002);
        assertThat(asked).isEmpty();
    }
}
