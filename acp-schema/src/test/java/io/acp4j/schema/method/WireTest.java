package io.acp4j.schema.method;

import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.Method;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.ToolCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages as real agents and clients send them. */
class WireTest {

    static Stream<String> messages() {
        try (InputStream in = WireTest.class.getResourceAsStream("/wire/v1.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageOfAnyPeerIsRead(String line) {
        boolean lossy = line.startsWith("~");
        String text = lossy ? line.substring(1) : line;
        int space = text.indexOf(' ');

        assertReads(codec(text.substring(0, space)), text.substring(space + 1), lossy);
    }

    private static <T> void assertReads(JsonCodec<T> codec, String json, boolean lossy) {
        T value = read(codec, json);

        assertThat(read(codec, new String(codec.encode(value), StandardCharsets.UTF_8)))
                .isEqualTo(value);
        if (lossy) {
            assertThat(tree(codec, value)).isNotEqualTo(tree(json));
        } else {
            assertThat(tree(codec, value)).isEqualTo(tree(json));
        }
        if (value instanceof SessionScoped scoped
                && tree(json).path("sessionId").isTextual()) {
            assertThat(scoped.sessionId())
                    .hasToString(tree(json).get("sessionId").textValue());
        }
    }

    private static JsonCodec<?> codec(String name) {
        boolean result = name.endsWith("=");
        String bare = result ? name.substring(0, name.length() - 1) : name;
        Method<?> method = Methods.request(bare) == null ? Methods.notification(bare) : Methods.request(bare);
        assertThat(method).as(name).isNotNull();
        return result ? ((RequestMethod<?, ?>) method).result() : method.params();
    }

    @Test
    void namelessModeIsLeftOut() {
        String line =
                messages().filter(each -> each.contains("nameless")).findFirst().orElseThrow();

        NewSessionResponse response = read(NewSessionResponse.CODEC, line.substring(line.indexOf(' ')));

        assertThat(response.modes()).isNotNull();
        assertThat(response.modes().availableModes())
                .singleElement()
                .satisfies(mode -> assertThat(mode.id()).hasToString("https://agent.example/modes#plan"));
    }

    @Test
    void commandListOfHalfAMegabyteIsRead() {
        String commands = Stream.iterate(0, i -> i + 1)
                .limit(2000)
                .map(i -> "{'name':'c" + i + "','description':'" + "d".repeat(250) + "'}")
                .collect(Collectors.joining(","));
        String json = "{'sessionId':'s','update':{'sessionUpdate':'available_commands_update','availableCommands':["
                + commands + "]}}";
        assertThat(json.length()).isGreaterThan(560_000);

        SessionNotification notification = read(SessionNotification.CODEC, json);

        assertThat(((AvailableCommandsUpdate) notification.update()).availableCommands())
                .hasSize(2000)
                .last()
                .extracting(AvailableCommand::name)
                .isEqualTo("c1999");
    }

    @Test
    void toolCallFullOfNullsIsOneWithDefaults() {
        String line = messages()
                .filter(each -> each.contains("'bash'".replace('\'', '"')))
                .findFirst()
                .orElseThrow();

        SessionNotification notification = read(SessionNotification.CODEC, line.substring(line.indexOf(' ')));

        assertThat(notification.update())
                .isEqualTo(ToolCall.builder(((ToolCall) notification.update()).toolCallId(), "bash")
                        .build());
    }

    @Test
    void paramsWithASessionTellIt() {
        Set<String> without = new TreeSet<>();
        for (Method<?> method : Methods.ALL) {
            if (method.name().matches("(session|fs|terminal|elicitation)/.*") && !tellsSession(method)) {
                without.add(method.name());
            }
        }

        assertThat(without).containsExactly("elicitation/complete", "session/list", "session/new");
    }

    private static boolean tellsSession(Method<?> method) {
        String ids = "'sessionId':'s','terminalId':'t','modeId':'m','configId':'c','value':'v','elicitationId':'e'";
        String rest = "'cwd':'/','path':'/','content':'c','command':'c','prompt':[],'mcpServers':[],'options':[],"
                + "'toolCall':{'toolCallId':'c'},'update':{'sessionUpdate':'u'},'mode':'m','message':'m','title':'t'";
        Object params = read(method.params(), "{" + ids + "," + rest + "}");
        return params instanceof SessionScoped scoped && scoped.sessionId() != null;
    }
}
