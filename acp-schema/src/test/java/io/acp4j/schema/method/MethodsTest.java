package io.acp4j.schema.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.Capability;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.Stability;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.testing.CodecAssertions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MethodsTest {

    @Test
    void everyConstantIsListedOnceAndFoundByName() {
        assertThat(Arrays.stream(Methods.class.getFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers())
                                && Method.class.isAssignableFrom(field.getType()))
                        .count())
                .isEqualTo(Methods.ALL.size());
        assertThat(Methods.ALL)
                .doesNotHaveDuplicates()
                .allSatisfy(method -> assertThat(
                                method instanceof RequestMethod<?, ?>
                                        ? Methods.request(method.name())
                                        : Methods.notification(method.name()))
                        .isSameAs(method));
        assertThat(Methods.request("session/summarise")).isNull();
        assertThat(Methods.notification("session/prompt")).isNull();
    }

    @Test
    void twentyFiveMethodsAreStable() {
        assertThat(Methods.ALL)
                .filteredOn(method -> method.stability() == Stability.STABLE)
                .hasSize(25);
        assertThat(Methods.ALL)
                .filteredOn(method -> method.stability() == Stability.UNSTABLE)
                .containsExactly(
                        Methods.SESSION_FORK,
                        Methods.AUTH_STATUS,
                        Methods.PROVIDERS_LIST,
                        Methods.PROVIDERS_SET,
                        Methods.PROVIDERS_DISABLE,
                        Methods.SESSION_ARCHIVE,
                        Methods.SESSION_UNARCHIVE,
                        Methods.SESSION_STATUS,
                        Methods.SESSION_SET_TITLE,
                        Methods.AUTH_STATUS_UPDATE,
                        Methods.MCP_MESSAGE,
                        Methods.MCP_MESSAGE_NOTIFICATION,
                        Methods.PROXY_INITIALIZE,
                        Methods.PROXY_SUCCESSOR,
                        Methods.PROXY_SUCCESSOR_NOTIFICATION);
    }

    @Test
    void everyMethodHasItsCodecs() {
        assertThat(Methods.ALL).allSatisfy(method -> {
            assertThat(method.params()).isNotNull();
            if (method instanceof RequestMethod<?, ?> request) {
                assertThat(request.result()).isNotNull();
            }
        });
    }

    @Test
    void codecsAreThoseOfTheTypesThatEachConstantNames() throws ReflectiveOperationException {
        for (Field field : Methods.class.getFields()) {
            if (field.get(null) instanceof Method<?> method) {
                Type[] types = ((ParameterizedType) field.getGenericType()).getActualTypeArguments();
                assertThat(method.params()).as(field.getName()).isSameAs(codec(types[0]));
                if (method instanceof RequestMethod<?, ?> request) {
                    assertThat(request.result()).as(field.getName()).isSameAs(codec(types[1]));
                }
            }
        }
    }

    private static Object codec(Type type) throws ReflectiveOperationException {
        return ((Class<?>) type).getField("CODEC").get(null);
    }

    @Test
    void everyCapabilityIsAdvertisedByWhatStandsAtItsPath() throws ReflectiveOperationException {
        for (Field field : Capabilities.class.getFields()) {
            Capability<?> capability = (Capability<?>) field.get(null);
            boolean always = capability.equals(Capabilities.MCP_STDIO);
            // That one of its modes is there, and not an empty object, advertises this one.
            boolean ofModes = capability.equals(Capabilities.ELICITATION);
            assertThat(capability.in(advertising(capability, "false")))
                    .as(capability.path())
                    .isEqualTo(always);
            assertThat(capability.in(advertising(capability, "true"))
                            || capability.in(advertising(capability, ofModes ? "{'form':{}}" : "{}")))
                    .as(capability.path())
                    .isTrue();
        }
    }

    private static Object advertising(Capability<?> capability, String value) {
        String json = value;
        List<String> path = Arrays.asList(capability.path().split("\\.", -1));
        for (int i = path.size() - 1; i > 0; i--) {
            json = "{'" + path.get(i) + "':" + json + "}";
        }
        return capability.holder() == AgentCapabilities.class
                ? CodecAssertions.read(AgentCapabilities.CODEC, json)
                : CodecAssertions.read(ClientCapabilities.CODEC, json);
    }

    @Test
    void sidesAreThoseOfTheSpecification() {
        assertThat(Methods.ALL)
                .filteredOn(m -> m.name().startsWith("fs/")
                        || m.name().startsWith("terminal/")
                        || m.name().startsWith("elicitation/"))
                .hasSize(9)
                .allSatisfy(method -> assertThat(method.handledBy()).containsExactly(Side.CLIENT));
        assertThat(Methods.SESSION_UPDATE.handledBy()).containsExactly(Side.CLIENT);
        assertThat(Methods.SESSION_REQUEST_PERMISSION.handledBy()).containsExactly(Side.CLIENT);
        assertThat(Methods.SESSION_PROMPT.handledBy()).containsExactly(Side.AGENT);
        assertThat(Methods.CANCEL_REQUEST.handledBy()).isEqualTo(EnumSet.allOf(Side.class));
        assertThat(Methods.MCP_MESSAGE.handledBy()).containsExactly(Side.CLIENT);
        assertThat(Methods.MCP_MESSAGE_NOTIFICATION.handledBy()).containsExactly(Side.AGENT);
        assertThat(Methods.ALL)
                .filteredOn(method -> method.name().startsWith("proxy/"))
                .hasSize(3)
                .allSatisfy(method -> assertThat(method.handledBy()).containsExactly(Side.PROXY));
        assertThat(Methods.ALL)
                .filteredOn(NotificationMethod.class::isInstance)
                .extracting(Method::name)
                .containsExactlyInAnyOrder(
                        "session/cancel",
                        "session/update",
                        "elicitation/complete",
                        "auth/status_update",
                        "mcp/message",
                        "proxy/successor",
                        "$/cancel_request");
    }

    static Stream<Arguments> agentCapabilities() {
        return Stream.of(
                arguments(Methods.SESSION_LOAD, "{'loadSession':true}"),
                arguments(Methods.SESSION_LIST, "{'sessionCapabilities':{'list':{}}}"),
                arguments(Methods.SESSION_DELETE, "{'sessionCapabilities':{'delete':{}}}"),
                arguments(Methods.SESSION_RESUME, "{'sessionCapabilities':{'resume':{}}}"),
                arguments(Methods.SESSION_CLOSE, "{'sessionCapabilities':{'close':{}}}"),
                arguments(Methods.SESSION_FORK, "{'sessionCapabilities':{'fork':{}}}"),
                arguments(Methods.MCP_MESSAGE_NOTIFICATION, "{'mcpCapabilities':{'acp':true}}"),
                arguments(Methods.AUTH_STATUS, "{'auth':{'status':{}}}"),
                arguments(Methods.PROVIDERS_LIST, "{'providers':{}}"),
                arguments(Methods.PROVIDERS_SET, "{'providers':{}}"),
                arguments(Methods.PROVIDERS_DISABLE, "{'providers':{}}"),
                arguments(Methods.SESSION_ARCHIVE, "{'sessionCapabilities':{'archive':{}}}"),
                arguments(Methods.SESSION_UNARCHIVE, "{'sessionCapabilities':{'archive':{}}}"),
                arguments(Methods.SESSION_STATUS, "{'sessionCapabilities':{'status':{}}}"),
                arguments(Methods.SESSION_SET_TITLE, "{'sessionCapabilities':{'title':{}}}"),
                arguments(Methods.LOGOUT, "{'auth':{'logout':{}}}"));
    }

    @ParameterizedTest
    @MethodSource("agentCapabilities")
    void methodOfTheAgentNeedsExactlyItsCapability(Method<?> method, String capabilities) {
        assertNeeded(method, CodecAssertions.read(AgentCapabilities.CODEC, capabilities));
        assertThat(Methods.ALL.stream()
                        .map(Method::capability)
                        .filter(needed -> needed != null && needed.holder() == AgentCapabilities.class)
                        .filter(needed -> needed.in(CodecAssertions.read(AgentCapabilities.CODEC, capabilities))))
                .containsOnly(method.capability());
        assertThat(method.capability().in(CodecAssertions.read(AgentCapabilities.CODEC, "{}")))
                .isFalse();
    }

    static Stream<Arguments> clientCapabilities() {
        return Stream.of(
                arguments(Methods.FS_READ_TEXT_FILE, "{'fs':{'readTextFile':true}}"),
                arguments(Methods.FS_WRITE_TEXT_FILE, "{'fs':{'writeTextFile':true}}"),
                arguments(Methods.TERMINAL_CREATE, "{'terminal':true}"),
                arguments(Methods.TERMINAL_RELEASE, "{'terminal':true}"),
                arguments(Methods.ELICITATION_CREATE, "{'elicitation':{'form':{}}}"),
                arguments(Methods.ELICITATION_CREATE, "{'elicitation':{'url':{}}}"),
                arguments(Methods.ELICITATION_COMPLETE, "{'elicitation':{'url':{}}}"));
    }

    @ParameterizedTest
    @MethodSource("clientCapabilities")
    void methodOfTheClientNeedsItsCapability(Method<?> method, String capabilities) {
        assertNeeded(method, CodecAssertions.read(ClientCapabilities.CODEC, capabilities));
        assertThat(method.capability().in(CodecAssertions.read(ClientCapabilities.CODEC, "{'elicitation':{}}")))
                .isFalse();
    }

    private static void assertNeeded(Method<?> method, Object capabilities) {
        Capability<?> needed = method.capability();
        assertThat(needed).isNotNull();
        assertThat(needed.in(capabilities)).as(needed.path()).isTrue();
    }

    @Test
    void elicitationModesAreAdvertisedOneByOne() {
        ClientCapabilities form = CodecAssertions.read(ClientCapabilities.CODEC, "{'elicitation':{'form':{}}}");

        assertThat(Capabilities.ELICITATION_FORM.in(form)).isTrue();
        assertThat(Capabilities.ELICITATION_URL.in(form)).isFalse();
    }
}
