package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.host.ElicitationForms;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.elicitation.BooleanPropertySchema;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of docs/guides/elicitation.md, run. */
class ElicitationGuideTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final Queue<String> opened = new ConcurrentLinkedQueue<>();

    // snippet:form
    private static void askForName(PromptTurn turn) {
        ElicitationSchema schema = ElicitationSchema.builder()
                .required(
                        "name",
                        StringPropertySchema.builder()
                                .title("Name")
                                .maxLength(20L)
                                .build())
                .optional(
                        "push", BooleanPropertySchema.builder().title("Push it").build())
                .build();
        CreateElicitationResponse response = turn.client()
                .elicit(FormElicitationRequest.of(
                        ElicitationScope.of(turn.session().id()), "What shall the branch be called?", schema));
        if (response instanceof ElicitationAccepted accepted
                && accepted.content().get("name") instanceof ElicitationContentValue.StringValue name) {
            turn.say("Branch " + name.value());
        } else {
            turn.say("No branch then."); // declined, or dismissed
        }
    }
    // end

    // snippet:url
    private static void askToSignIn(PromptTurn turn) {
        ElicitationId id = new ElicitationId("sign-in");
        UrlElicitationRequest request = UrlElicitationRequest.of(
                ElicitationScope.of(turn.session().id()),
                "Sign in to the tracker",
                id,
                "https://tracker.example/login");
        if (turn.client().elicit(request) instanceof ElicitationAccepted) {
            waitForLogin();
            turn.client().completeElicitation(id);
        }
    }
    // end

    private static AcpAgentBuilder asking(AcpAgentBuilder builder, ElicitationSchema schema) {
        // snippet:setup
        return builder.onNewSession((request, context) -> {
            CreateElicitationResponse response = context.client()
                    .elicit(FormElicitationRequest.of(
                            ElicitationScope.of(context.requestId()), "Which project is it?", schema));
            if (!(response instanceof ElicitationAccepted)) {
                throw new RequestCancelledException("the user has dismissed the form", null);
            }
            return NewSessionResponse.of(context.sessionId());
        });
        // end
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aNewSessionAsksItsUser(boolean fills) {
        ElicitationSchema schema = ElicitationSchema.builder()
                .optional("name", StringPropertySchema.builder().build())
                .build();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        asking(AcpAgent.builder().info("asking", "1.0.0").onPrompt(turn -> {}), schema)
                .build()
                .serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client())
                .onFormElicitation((form, context) ->
                        fills ? CreateElicitationResponse.accepted(Map.of()) : CreateElicitationResponse.cancelled())
                .connect()) {
            if (fills) {
                assertThat(client.newSession(PROJECT).id()).isNotNull();
            } else {
                assertThatThrownBy(() -> client.newSession(PROJECT)).isInstanceOf(AcpException.class);
            }
        }
    }

    private static void waitForLogin() {
        // what the page calls back
    }

    private AcpClientBuilder client() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent.builder()
                .info("asking", "1.0.0")
                .onPrompt(turn -> {
                    if (turn.text().equals("form")) {
                        askForName(turn);
                    } else {
                        askToSignIn(turn);
                    }
                })
                .build()
                .serve(pair.agent());
        return AcpClient.builder(pair.client()).onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) said.add(chunk.text());
        });
    }

    @Test
    void formIsShownUntilItsAnswersFit() {
        Queue<String> answers = new ConcurrentLinkedQueue<>(List.of("a name that is much too long", "docs"));
        Queue<String> shown = new ConcurrentLinkedQueue<>();
        // snippet:client
        AcpClientBuilder builder = client().host(ElicitationForms.of(form -> {
            for (ElicitationForms.FormError fault : form.faults()) { // in the previous answers
                shown.add(fault.field() + ": " + fault.problem());
            }
            return CreateElicitationResponse.accepted(Map.of("name", ElicitationContentValue.of(ask(form, answers))));
        }));
        // end
        try (AcpClient client = builder.connect()) {
            client.newSession(PROJECT).prompt("form");
        }
        assertThat(shown).hasSize(1).allMatch(line -> line.startsWith("name: "));
        assertThat(said).containsExactly("Branch docs");
    }

    private static String ask(ElicitationForms.Form form, Queue<String> answers) {
        return answers.remove();
    }

    @Test
    void addressIsOpenedAfterConsent() throws InterruptedException {
        BlockingQueue<ElicitationId> done = new LinkedBlockingQueue<>();
        // snippet:url-client
        AcpClientBuilder builder = client().onUrlElicitation((request, context) -> {
                    if (!userAgreesTo(request.url())) {
                        return CreateElicitationResponse.declined();
                    }
                    opened.add(request.url());
                    return CreateElicitationResponse.accepted();
                })
                .onElicitationComplete(done::add);
        // end
        try (AcpClient client = builder.connect()) {
            client.newSession(PROJECT).prompt("url");
            // It is not about the session, so it may be delivered after the end of the turn.
            assertThat(done.poll(60, TimeUnit.SECONDS)).isEqualTo(new ElicitationId("sign-in"));
        }
        assertThat(opened).containsExactly("https://tracker.example/login");
    }

    private static boolean userAgreesTo(String address) {
        return address.startsWith("https://");
    }
}
