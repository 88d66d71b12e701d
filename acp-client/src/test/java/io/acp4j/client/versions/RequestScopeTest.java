package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.host.ElicitationForms;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent asks while it serves a request of the client that is about no session: a login. */
class RequestScopeTest {

    private final RawAgent agent = new RawAgent();
    private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    private JsonNode login(int version, Consumer<AcpClientBuilder> settings) {
        client = version == 1
                ? agent.connectTo("{'protocolVersion':1,'authMethods':[{'id':'web','name':'Web'}]}", settings)
                : agent.connectTo(
                        "{'protocolVersion':2,'info':{'name':'raw','version':'1'},'capabilities':{},"
                                + "'authMethods':[{'type':'agent','methodId':'web','name':'Web'}]}",
                        builder -> settings.accept(builder.protocolVersions(V2Fixture.V2)));
        login = client.authenticateAsync(new AuthMethodId("web"));
        return agent.expect(version == 1 ? "authenticate" : "auth/login");
    }

    private CompletableFuture<?> login = new CompletableFuture<>();

    private void ask(String id, JsonNode login, String members) {
        agent.request(id, "elicitation/create", "{'requestId':" + login.get("id") + ",'message':'?'," + members + "}");
    }

    private Object seen() throws InterruptedException {
        Object value = seen.poll(60, TimeUnit.SECONDS);
        assertThat(value).as("something within a minute").isNotNull();
        return value;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLoginSendsTheUserToAPage(int version) throws Exception {
        JsonNode request = login(
                version,
                builder -> builder.onUrlElicitation((page, context) -> {
                            seen.add(page.url());
                            assertThat(page.sessionId()).isNull();
                            return CreateElicitationResponse.accepted();
                        })
                        .onElicitationComplete(seen::add));
        ask("1", request, "'mode':'url','elicitationId':'e','url':'https://login.example'");
        assertThat(agent.next().get("result")).isEqualTo(json("{'action':'accept'}"));
        agent.notification("elicitation/complete", "{'elicitationId':'e'}");
        agent.result(request, "{}");

        get(login);
        assertThat(seen()).isEqualTo("https://login.example");
        assertThat(seen()).isEqualTo(new ElicitationId("e"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLoginShowsAForm(int version) {
        JsonNode request = login(
                version,
                builder -> builder.host(ElicitationForms.of(form -> {
                    assertThat(form.session()).isNull();
                    return CreateElicitationResponse.accepted(Map.of("code", ElicitationContentValue.of("123")));
                })));
        ask(
                "1",
                request,
                "'mode':'form','requestedSchema':{'type':'object','properties':{'code':{'type':'string'}},'required':['code']}");

        assertThat(agent.next().get("result")).isEqualTo(json("{'action':'accept','content':{'code':'123'}}"));
        agent.result(request, "{}");
        get(login);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLoginThatIsCancelledEndsWithItsQuestion(int version) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        JsonNode request = login(
                version,
                builder -> builder.onUrlElicitation((page, context) -> {
                    seen.add("asked");
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        seen.add("interrupted");
                        throw e;
                    }
                    return CreateElicitationResponse.accepted();
                }));
        ask("7", request, "'mode':'url','elicitationId':'e','url':'https://login.example'");
        assertThat(seen()).isEqualTo("asked");

        login.cancel(false);
        assertThat(agent.expect("$/cancel_request").at("/params/requestId")).isEqualTo(request.get("id"));
        agent.notification("$/cancel_request", "{'requestId':7}");
        JsonNode withdrawn = agent.next();
        assertThat(withdrawn.get("id").asInt()).isEqualTo(7);
        assertThat(withdrawn.at("/error/code").asInt()).isEqualTo(-32800);
        assertThat(seen()).isEqualTo("interrupted");
        agent.error(request, -32800, "cancelled");
    }
}
