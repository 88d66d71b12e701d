package io.acp4j.inspector.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses of agents. */
class AgentAddressTest {

    @ParameterizedTest
    @CsvSource({
        "ws://a/acp, true, false",
        "WSS://a:1/acp, true, false",
        "http://a, true, true",
        "HTTPS://[::1]:8080/acp, true, true",
        "my-agent --acp, false, false",
        "ws:, false, false",
        "ftp://a, false, false",
        "./http://a, false, false"
    })
    void addressesAreToldFromCommandsByTheirSchemes(String text, boolean isAddress, boolean isHttp) {
        assertThat(AgentAddress.isAddress(text)).isEqualTo(isAddress);
        if (isAddress) {
            assertThat(new AgentAddress(URI.create(text), null, null).isHttp()).isEqualTo(isHttp);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ws://user:secret@a:1/acp?token=secret, ws://a:1/acp",
        "https://a/acp#secret, https://a/acp",
        "http://under_score:8080, http://under_score:8080",
        "ws://[::1]:9/acp, ws://[::1]:9/acp"
    })
    void aNameHasNothingThatMayBeSecret(String address, String name) {
        AgentAddress agent = new AgentAddress(URI.create(address), "secret", null);

        assertThat(agent.name()).isEqualTo(name);
        assertThat(agent.toString()).doesNotContain("secret");
    }

    @Test
    void aVariableThatIsNotSetIsNamed() {
        assertThatThrownBy(() -> AgentAddress.of(URI.create("ws://a"), "NOT_SET_ANYWHERE", null))
                .hasMessage("the variable NOT_SET_ANYWHERE is not set");
    }

    @ParameterizedTest
    @CsvSource({"wss://a", "https://a"})
    void aFileOfCertificatesThatCannotBeReadIsNamed(URI uri) {
        AgentAddress agent = new AgentAddress(uri, null, Path.of("/no/such.pem"));

        assertThatThrownBy(agent::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/no/such.pem cannot be read");
    }
}
