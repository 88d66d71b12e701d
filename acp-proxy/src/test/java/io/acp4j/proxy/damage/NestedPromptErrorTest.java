package io.acp4j.proxy.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AuthenticationRequiredException;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An agent that uses another agent does not report that agent's errors as its own, unless it passes them on explicitly. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NestedPromptErrorTest {

    private static final Path HERE = Path.of("").toAbsolutePath();

    @ParameterizedTest
    @CsvSource({
        "1, escapes",
        "2, escapes",
        "1, escapes asynchronously",
        "2, escapes asynchronously",
        "1, passed on",
        "2, passed on"
    })
    void anErrorOfTheInnerAgentEndsTheOuterPrompt(int version, String handling) {
        ProtocolVersion spoken = version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2;
        InMemoryTransport.Pair inner = InMemoryTransport.pair();
        InMemoryTransport.Pair outer = InMemoryTransport.pair();
        AcpAgent innerAgent = AcpAgent.builder()
                .info("inner", "1")
                .onPrompt(turn -> {
                    throw AcpErrorException.authRequired();
                })
                .build();
        try (AgentConnection servingInner = innerAgent.serve(inner.agent());
                AcpClient innerClient = AcpClient.builder(inner.client()).connect();
                AgentConnection servingOuter = outerAgent(innerClient, handling).serve(outer.agent());
                AcpClient client = AcpClient.builder(outer.client())
                        .protocolVersions(spoken)
                        .connect()) {
            ClientSession session = client.newSession(HERE);

            Throwable failure = catchThrowable(() -> session.prompt("hello"));

            assertThat(failure).isInstanceOfSatisfying(AcpErrorException.class, e -> {
                if (handling.equals("passed on")) {
                    assertThat(e.code()).isEqualTo(ErrorCode.AUTH_REQUIRED);
                } else {
                    assertThat(e).isNotInstanceOf(AuthenticationRequiredException.class);
                    assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
                    assertThat(e).hasMessageContaining("session/prompt failed with error -32000");
                }
            });
            assertThat(servingInner).isNotNull();
            assertThat(servingOuter).isNotNull();
        }
    }

    private static AcpAgent outerAgent(AcpClient inner, String handling) {
        AcpAgentBuilder outer =
                AcpAgent.builder().info("outer", "1").protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2);
        return switch (handling) {
            case "escapes" ->
                outer.onPrompt(turn -> inner.newSession(HERE).prompt("hello")).build();
            case "escapes asynchronously" ->
                outer.onPromptAsync(turn ->
                                inner.newSession(HERE).promptAsync("hello").thenApply(response -> response))
                        .build();
            default ->
                outer.onPrompt(turn -> {
                            try {
                                inner.newSession(HERE).prompt("hello");
                            } catch (AcpErrorException e) {
                                throw new AcpErrorException(e.error());
                            }
                        })
                        .build();
        };
    }
}
