package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.Connection;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A handler that waits for the end of its own connection is told so, whichever it is: the connection could not end before. */
class AwaitClosedTest {

    private final BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();
    private RawClient client;

    private void wait(String handler) {
        Connection connection = client.agent();
        try {
            connection.awaitClosed();
            outcomes.add(handler + " ended");
        } catch (IllegalStateException e) {
            outcomes.add(handler + " refused");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            outcomes.add(handler + " interrupted");
        }
    }

    private final AcpAgent agent = AcpAgent.builder()
            .info("waiting", "1")
            .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
            .onNewSession((request, setup) -> {
                wait("session/new");
                return NewSessionResponse.of(new SessionId("s"));
            })
            .onLoadSession((request, setup) -> {
                wait("session/load");
                return LoadSessionResponse.EMPTY;
            })
            .onResumeSession((request, setup) -> {
                wait("session/resume");
                return ResumeSessionResponse.EMPTY;
            })
            .onForkSession((request, setup) -> {
                wait("session/fork");
                return ForkSessionResponse.of(new SessionId("f"));
            })
            .onListSessions((request, asking) -> {
                wait("session/list");
                return ListSessionsResponse.of(List.of());
            })
            .onSetConfigOption((request, session) -> {
                wait("session/set_config_option");
                return List.<SessionConfigOption>of();
            })
            .onCloseSession((request, session) -> wait("session/close"))
            .onDeleteSession((request, asking) -> wait("session/delete"))
            .onPrompt(turn -> wait("session/prompt"))
            .build();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | session/new | {"cwd":"/project","mcpServers":[]}
            2 | session/new | {"cwd":"/project"}
            1 | session/load | {"sessionId":"s","cwd":"/project","mcpServers":[]}
            1 | session/resume | {"sessionId":"s","cwd":"/project","mcpServers":[]}
            2 | session/resume | {"sessionId":"s","cwd":"/project"}
            1 | session/list | {}
            2 | session/list | {}
            1 | session/prompt | {"sessionId":"s","prompt":[{"type":"text","text":"wait"}]}
            2 | session/prompt | {"sessionId":"s","prompt":[{"type":"text","text":"wait"}]}
            1 | session/close | {"sessionId":"s"}
            2 | session/close | {"sessionId":"s"}
            1 | session/delete | {"sessionId":"s"}
            2 | session/delete | {"sessionId":"s"}
            """)
    void itIsRefused(int version, String method, String params) throws Exception {
        client = RawClient.connect(agent);
        client.request(
                "initialize", "{\"protocolVersion\":" + version + ",\"info\":{\"name\":\"raw\",\"version\":\"1\"}}");
        if (!method.equals("session/new")) {
            client.request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}");
            assertThat(outcomes.poll(60, TimeUnit.SECONDS)).isEqualTo("session/new refused");
            while (client.agent().session(new SessionId("s")) == null) {
                client.next();
            }
        }
        client.request(method, params);
        assertThat(outcomes.poll(60, TimeUnit.SECONDS)).isEqualTo(method + " refused");
        client.close();
    }
}
