package io.acp4j.proxy.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.proxy.AcpProxy;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A damaged prompt or response ends the prompt with a typed error that contains the reason. The next prompt succeeds. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedFrameTest {

    /** The component between the client and the damaged connection. */
    enum Between {
        NOTHING,
        PROXY,
        BRIDGE;

        Transport inFrontOf(Transport agent) {
            if (this == NOTHING) {
                return agent;
            }
            if (this == BRIDGE) {
                return VersionBridge.create().inFrontOf(agent);
            }
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            AcpProxy.builder().build().connect(pair.agent(), agent);
            return pair.client();
        }
    }

    static List<Arguments> rows() {
        List<Arguments> rows = new ArrayList<>();
        for (Between between : Between.values()) {
            for (int version : new int[] {1, 2}) {
                for (boolean stdio : new boolean[] {false, true}) {
                    for (FrameDamage damage : FrameDamage.values()) {
                        for (boolean response : new boolean[] {false, true}) {
                            if (damage.fits(response)) {
                                String direction = response ? "response" : "request";
                                rows.add(arguments(damage, direction, version, stdio ? "stdio" : "memory", between));
                            }
                        }
                    }
                }
            }
        }
        return rows;
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("rows")
    void endsThePromptWithItsReason(
            FrameDamage damage, String direction, int version, String transport, Between between) throws Exception {
        DamagedWire wire = DamagedWire.open(damage, direction.equals("response"), transport.equals("stdio"));
        // In version 2, the end of the work may arrive before the response, which is then not needed for the end of the
        // turn.
        boolean respondsFirst = version == 2 && direction.equals("response") && between != Between.BRIDGE;
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> {
                    if (respondsFirst) {
                        wire.awaitDamage();
                    }
                    turn.say("you said " + turn.text());
                })
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .build();
        try (AgentConnection serving = agent.serve(wire.agent);
                AcpClient client = AcpClient.builder(between.inFrontOf(wire.client))
                        .protocolVersions(version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2)
                        .connect()) {
            ClientSession session = client.newSession(Path.of("").toAbsolutePath());

            AcpException failure = failureOf(session, "one");

            if (isStillReadable(damage, direction, between)) {
                assertThat(failure).isNull();
            } else {
                assertThat(failure)
                        .isInstanceOfAny(AcpErrorException.class, MalformedMessageException.class)
                        .hasMessageContaining(damage.reason());
            }
            assertThat(session.prompt("two").stopReason().value()).hasToString("end_turn");
            assertThat(serving).isNotNull();
        }
    }

    /** A proxy replaces the ID of each message, and corrects that of a response. */
    private static boolean isStillReadable(FrameDamage damage, String direction, Between between) {
        return damage == FrameDamage.STRING_ID && direction.equals("response") && between != Between.NOTHING;
    }

    @SuppressWarnings("NullAway") // null when the prompt has succeeded
    private static AcpException failureOf(ClientSession session, String text) throws Exception {
        try {
            session.promptAsync(text).orTimeout(60, TimeUnit.SECONDS).join();
            return null;
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(AcpException.class);
            return (AcpException) e.getCause();
        }
    }
}
