package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.cli.ChildJvm;
import io.acp4j.cli.Main;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsTls;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client as a process, and an agent elsewhere that wants a token and shows a certificate that no authority has signed. */
@Tag("full")
class ConsoleTlsIT {

    private static final String TOKEN = "a-token-for-the-test";

    @TempDir
    private static Path directory;

    private int exitCode;

    @BeforeAll
    static void makeCertificate() throws Exception {
        keytool("-genkeypair -alias agent -keyalg EC -dname CN=agent -ext san=dns:localhost -keystore agent.p12"
                + " -storetype PKCS12 -storepass change-me");
        keytool("-exportcert -rfc -alias agent -keystore agent.p12 -storepass change-me -file agent.pem");
    }

    private static void keytool(String arguments) throws Exception {
        Process keytool = new ProcessBuilder(
                        (Path.of(System.getProperty("java.home"), "bin", "keytool") + " " + arguments).split(" "))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.txt").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
    }

    private String run(String option, String... args) throws Exception {
        AcpAgent agent = AcpAgent.builder()
                .info("far-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        Path out = directory.resolve("out.txt");
        try (HttpServer server = HttpServer.builder(agent::serve)
                .tls(WsTls.pkcs12(directory.resolve("agent.p12"), "change-me"::toCharArray))
                .authenticator(WsAuthenticator.bearerTokens(TOKEN))
                .start()) {
            List<String> command = ChildJvm.java(Main.class, "chat");
            command.addAll(List.of(args));
            URI address = option.equals("--ws") ? server.webSocketUri() : server.uri();
            command.addAll(List.of(option, address.toString()));
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
            builder.environment().put("AGENT_TOKEN", TOKEN);
            Process process = builder.start();
            try (OutputStream in = process.getOutputStream()) {
                in.write("hello\n".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            exitCode = process.exitValue();
            return Files.readString(out);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--ws", "--http"})
    void agentIsTalkedToThatIsTrustedAndGetsTheToken(String option) throws Exception {
        String shown = run(
                option,
                "--bearer-variable",
                "AGENT_TOKEN",
                "--trust",
                directory.resolve("agent.pem").toString());

        assertThat(shown.lines()).containsExactly("connected to far-agent", "You said: hello");
        assertThat(exitCode).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--ws", "--http"})
    void agentIsRefusedThatIsNotTrusted(String option) throws Exception {
        assertThat(run(option, "--bearer-variable", "AGENT_TOKEN")).contains("no trusted TLS connection");
        assertThat(exitCode).isNotZero();
    }
}
