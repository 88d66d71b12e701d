package io.acp4j.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.method.Methods;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapabilityPathsTest {

    @ParameterizedTest
    @CsvSource({
        "agentCapabilities.sessionCapabilities.fork, capabilities.session.fork",
        "agentCapabilities.sessionCapabilities.list, capabilities.session",
        "agentCapabilities.sessionCapabilities.resume, capabilities.session",
        "agentCapabilities.sessionCapabilities.close, capabilities.session",
        "agentCapabilities.promptCapabilities.image, capabilities.session.prompt.image",
        "agentCapabilities.mcpCapabilities.http, capabilities.session.mcp.http",
        "agentCapabilities.loadSession, capabilities.session",
        "agentCapabilities.auth.status, capabilities.auth.status",
        "agentCapabilities.providers, capabilities.providers",
        "clientCapabilities.elicitation.url, capabilities.elicitation.url",
        "authMethods, authMethods",
    })
    void aCapabilityHasAPlaceInEachVersion(String first, String second) {
        Capability<AgentCapabilities> capability = new Capability<>(first, AgentCapabilities.class, agent -> true);

        assertThat(capability.at(WireVersion.V1)).isSameAs(capability);
        assertThat(capability.at(WireVersion.V2).path()).isEqualTo(second);
        assertThat(capability.at(WireVersion.V2).in(AgentCapabilities.builder().build()))
                .isTrue();
    }

    @Test
    void methodsOfVersion2NameCapabilitiesOfVersion2() {
        assertThat(Methods.ALL)
                .map(method -> method.in(WireVersion.V2))
                .filteredOn(method -> method != null && method.capability() != null)
                .isNotEmpty()
                .allSatisfy(method -> assertThat(method.capability().path()).startsWith("capabilities."));
        assertThat(Methods.SESSION_LIST.capability()).isEqualTo(Capabilities.SESSION_LIST);
    }

    @Test
    void aMethodIsTranslatedOnce() {
        assertThat(Methods.SESSION_UPDATE.in(WireVersion.V2)).isSameAs(Methods.SESSION_UPDATE.in(WireVersion.V2));
        assertThat(Methods.SESSION_LIST.in(WireVersion.V2)).isSameAs(Methods.SESSION_LIST.in(WireVersion.V2));
    }
}
