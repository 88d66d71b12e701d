package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.schema.update.BackgroundWork;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Clients and sessions of version 2, and what a raw agent of it says. */
final class V2Fixture {

    static final ProtocolVersion V1 = ProtocolVersion.V1;
    static final ProtocolVersion V2 = ProtocolVersion.V2;

    static final String RUNNING = "{'sessionUpdate':'state_update','state':'running'}";

    private V2Fixture() {}

    static String response(String capabilities) {
        return "{'protocolVersion':2,'info':{'name':'raw','version':'1'},'capabilities':" + capabilities + "}";
    }

    static AcpClient connect(RawAgent agent, String sessionCapabilities, Consumer<AcpClientBuilder> settings) {
        return agent.connectTo(response("{'session':" + sessionCapabilities + "}"), builder -> {
            builder.protocolVersions(V2, V1);
            settings.accept(builder);
        });
    }

    static ClientSession open(AcpClient client, RawAgent agent, String id) {
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'" + id + "'}");
        return get(opening);
    }

    /** Answers a prompt: its message stands in the conversation. */
    static void insert(RawAgent agent, JsonNode prompt, String message) {
        agent.result(prompt, "{'messageId':'" + message + "'}");
    }

    /** Sends the message of a prompt back. */
    static void echo(RawAgent agent, String session, String message, String text) {
        agent.update(
                session,
                "{'sessionUpdate':'user_message','messageId':'" + message + "','content':[{'type':'text','text':'"
                        + text + "'}]}");
    }

    static void running(RawAgent agent, String session) {
        agent.update(session, RUNNING);
    }

    static void idle(RawAgent agent, String session, String reason) {
        agent.update(session, idle("'stopReason':'" + reason + "'"));
    }

    static String idle(String members) {
        return "{'sessionUpdate':'state_update','state':'idle'" + (members.isEmpty() ? "" : ",") + members + "}";
    }

    /** Waits until something is so. */
    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it has not become so within a minute");
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Waits until something is as expected. */
    static <T> void awaitEqual(String what, Supplier<T> actual, @Nullable T expected) {
        try {
            await(() -> Objects.equals(actual.get(), expected));
        } catch (AssertionError e) {
            assertThat(actual.get()).as(what).isEqualTo(expected);
        }
    }

    /** Returns the tool calls in the background of a session; null when it does not tell of any. */
    static @Nullable List<String> background(ClientSession session) {
        List<BackgroundWork> listed = session.transcript().snapshot().background();
        return listed == null
                ? null
                : listed.stream()
                        .map(each -> ((BackgroundToolCall) each).toolCallId().value())
                        .toList();
    }

    /** Returns the messages of a conversation as {@code user:text}, {@code agent:text}. */
    static List<String> shown(Conversation now) {
        return now.messages().stream()
                .map(message -> message.role().name().toLowerCase(Locale.ROOT) + ":" + message.text())
                .toList();
    }
}
