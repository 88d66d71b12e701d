package io.acp4j.examples.echo;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.examples.Children;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a running agent on standard streams leaves alone: it starts faster without, and a native image need not know of it. */
class LoadedClassesTest {

    @Test
    void aTurnNeedsNeitherDatabindNorProxies(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("classes.log");
        List<String> command = Children.java(EchoAgent.class);
        command.add(1, "-Xlog:class+load:file=" + log);
        AcpClient client = AcpClient.builder(StdioTransport.launch(command)).connect();
        try (client) {
            client.newSession(directory).prompt("Hello!");
        }
        client.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);

        assertThat(Files.readString(log))
                .contains("io.acp4j.agent.AcpAgent ", "com.fasterxml.jackson.core.JsonFactory ")
                .doesNotContain("com.fasterxml.jackson.databind.", "jdk.proxy");
    }
}
