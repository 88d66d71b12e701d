package io.acp4j.proxy.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.proxy.AcpProxy;
import io.acp4j.proxy.Conductor;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.stdio.ProcessExit;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The exit code and the error output of a dead agent reach the client through every kind of proxy. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeadAgentTest {

    /** Answers initialize and session/new, and exits at the prompt. */
    private static final String SCRIPT = """
            id() { printf '%s' "$1" | sed -E 's/.*"id":([0-9]+).*/\\1/'; }
            while read -r line; do
              case "$line" in
                *'"method":"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":1,"agentCapabilities":{}}}\\n' "$(id "$line")";;
                *'"method":"session/new"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"sessionId":"s"}}\\n' "$(id "$line")";;
                *'"method":"session/prompt"'*) echo 'no such model: gpt-0' >&2; exit 37;;
              esac
            done
            """;

    enum Kind {
        PROXY,
        TWO_PROXIES,
        CONDUCTOR,
        BRIDGE,
        BRIDGE_BEHIND_PROXY;

        Transport inFrontOf(Transport agent) {
            return switch (this) {
                case PROXY -> proxy(agent);
                case TWO_PROXIES -> proxy(proxy(agent));
                case BRIDGE -> VersionBridge.create().inFrontOf(agent);
                case BRIDGE_BEHIND_PROXY -> proxy(VersionBridge.create().inFrontOf(agent));
                case CONDUCTOR -> {
                    InMemoryTransport.Pair chain = InMemoryTransport.pair();
                    InMemoryTransport.Pair component = InMemoryTransport.pair();
                    AcpProxy.builder().build().serve(component.agent());
                    Conductor.create().proxy(component.client()).agent(agent).serve(chain.agent());
                    yield chain.client();
                }
            };
        }

        private static Transport proxy(Transport agent) {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            AcpProxy.builder().build().connect(pair.agent(), agent);
            return pair.client();
        }
    }

    @ParameterizedTest
    @EnumSource
    void itsExitCodeAndErrorOutputReachTheClient(Kind kind) throws Exception {
        Transport agent = StdioTransport.launch("sh", "-c", SCRIPT);
        try (AcpClient client = AcpClient.builder(kind.inFrontOf(agent)).connect()) {
            ClientSession session = client.newSession(Path.of("").toAbsolutePath());

            Throwable failure = catchThrowable(() -> session.prompt("hello"));

            assertThat(failure).hasMessageContaining("37").hasMessageContaining("no such model: gpt-0");
            CloseReason reason = client.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
            assertThat(reason.description()).contains("37").contains("no such model: gpt-0");
            assertThat(reason)
                    .isInstanceOfSatisfying(
                            ProcessExit.class,
                            exit -> assertThat(exit.exitCode()).isEqualTo(37));
            assertThat(catchThrowable(() -> session.prompt("again"))).isInstanceOf(ConnectionClosedException.class);
        }
    }
}
