package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.testing.RawClient;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.ForkSessionResponse;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On which threads requests about a session are handled that nobody opens or ends. */
class RequestThreadsTest {

    private final BlockingQueue<Boolean> onItsFirstThread = new LinkedBlockingQueue<>();
    private final CountDownLatch answered = new CountDownLatch(1);

    private final AcpAgent agent = AcpAgent.builder()
            .info("threads", "1")
            .onSetMode((request, session) -> handle())
            .onSetConfigOption((request, session) -> {
                handle();
                return List.of();
            })
            .onForkSession((request, setup) -> {
                handle();
                return ForkSessionResponse.of(new SessionId("fork"));
            })
            .onPrompt(turn -> {})
            .build();

    /** Holds its thread until the prompt behind the request has been answered. */
    private void handle() throws InterruptedException {
        onItsFirstThread.add(StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals("io.acp4j.rpc.internal.lane.Lane")
                        && frame.getMethodName().equals("run"))));
        assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    session/set_mode          | 'modeId':'m'
                    session/set_config_option | 'configId':'c','value':'v'
                    session/fork              | 'cwd':'/project','mcpServers':[]
                    """)
    void theThreadThatTakesARequestHandlesItAndHoldsUpNothingBehindIt(String method, String params) throws Exception {
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int request = client.request(method, ("{'sessionId':'" + session + "'," + params + "}").replace('\'', '"'));
            client.result(client.prompt(session, "go on"));
            answered.countDown();
            client.result(request);

            assertThat(onItsFirstThread.poll(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
