package io.acp4j.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemoteAgentTest {

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
        assertThat(RemoteAgent.isAddress(text)).isEqualTo(isAddress);
        if (isAddress) {
            assertThat(new RemoteAgent(URI.create(text), null, null).isHttp()).isEqualTo(isHttp);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ws://a:1/acp?token=secret, ws://a:1/acp",
        "https://a/acp?key=secret, https://a/acp",
        "ws://[::1]:9/acp, ws://[::1]:9/acp"
    })
    void nameContainsNoSecret(String address, String name) {
        RemoteAgent agent = new RemoteAgent(URI.create(address), null, null);

        assertThat(agent.name()).isEqualTo(name);
        assertThat(agent.toString()).doesNotContain("secret");
    }

    @Test
    void variableThatIsNotSetIsNamed() {
        assertThatThrownBy(() -> new RemoteAgent(URI.create("ws://a"), "NOT_SET_ANYWHERE", null))
                .hasMessage("the variable NOT_SET_ANYWHERE is not set");
    }

    @ParameterizedTest
    @CsvSource({"wss://a", "https://a"})
    void fileOfCertificatesThatCannotBeReadIsNamed(URI uri) {
        assertThatThrownBy(() -> new RemoteAgent(uri, null, Path.of("/no/such.pem")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/no/such.pem cannot be read");
    }

    @ParameterizedTest
    @CsvSource({"ws://a/acp, --ws", "HTTPS://a/acp, --http"})
    void kitConnectsToTheSameAddress(URI uri, String option) {
        assertThat(new RemoteAgent(uri, null, null).kitArguments()).containsExactly(option, uri.toString());
        assertThat(new RemoteAgent(uri, "PATH", null).kitArguments())
                .containsExactly(option, uri.toString(), "--token", "env:PATH");
    }
}
