package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.tool.ToolKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a handler gets for what a client of version 2 says to its questions, also in words that only a later client knows. */
class V2OutcomesTest {

    private static String ended(AcpAgentBuilder agent, String result) {
        try (V2Client client = V2Client.of(
                agent.protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2).build())) {
            String session = client.newSession();
            client.result(client.prompt(session, "ask"));
            JsonNode question = client.question();
            client.raw().respond(question, result.replace('\'', '"'));
            client.awaitEnds(session, 1);
            assertThat(client.wire().ends(session)).containsExactly("end_turn");
            return String.join("|", client.wire().texts(session));
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`{'outcome':{'outcome':'selected','optionId':'yes'}}`, true, false",
                "`{'outcome':{'outcome':'selected','optionId':'no'}}`, false, false",
                "`{'outcome':{'outcome':'selected','optionId':'never offered'}}`, false, false",
                "`{'outcome':{'outcome':'cancelled'}}`, false, true",
                "`{'outcome':{'outcome':'_postponed','optionId':'yes'}}`, false, false",
                "`{'outcome':{'outcome':'approved'}}`, false, false"
            })
    void onlyAnOptionThatWasOfferedAndAllowsAllows(String result, boolean allowed, boolean cancelled) {
        assertThat(ended(
                        AcpAgent.builder().info("asks", "1").onPrompt(turn -> {
                            PermissionDecision decision = turn.requestPermission(
                                    turn.toolCall("List", ToolKind.EXECUTE),
                                    PermissionOption.allowOnce("yes", "Yes"),
                                    PermissionOption.rejectOnce("no", "No"));
                            turn.say(decision.isAllowed() + " " + decision.isCancelled());
                        }),
                        result))
                .endsWith("agent_message:" + allowed + " " + cancelled);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`{'action':'accept','content':{'name':'x'}}`, true",
                "`{'action':'decline'}`, false",
                "`{'action':'cancel'}`, false",
                "`{'action':'_later','content':{'name':'x'}}`, false"
            })
    void onlyWhatIsAcceptedIsInput(String result, boolean accepted) {
        assertThat(ended(
                        AcpAgent.builder().info("asks", "1").onPrompt(turn -> {
                            CreateElicitationResponse response = turn.client()
                                    .elicit(FormElicitationRequest.of(
                                            ElicitationScope.of(turn.session().id()),
                                            "Which one?",
                                            ElicitationSchema.builder()
                                                    .optional(
                                                            "name",
                                                            StringPropertySchema.builder()
                                                                    .build())
                                                    .build()));
                            turn.say(response instanceof ElicitationAccepted ? "accepted" : "refused");
                        }),
                        result))
                .endsWith("agent_message:" + (accepted ? "accepted" : "refused"));
    }
}
