package io.acp4j.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.cli.ChildJvm;
import io.acp4j.cli.Main;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.inspector.check.RecordingCheck;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.record.WireRecorder;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output of a terminal survives the process of the agent. */
@Tag("full")
class StoredTerminalProcessTest {

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "stored under version {0}, loaded under version {1}")
    @CsvSource({"1,1", "1,2", "2,1", "2,2"})
    void anotherProcessReplaysTheOutputWithoutAFinding(int first, int second) throws Exception {
        SessionId session = withAgent(first, client -> {
            ClientSession created = client.newSession(directory);
            created.prompt("/terminal");
            return created.id();
        });
        String output = withAgent(second, client -> {
            Conversation loaded =
                    client.loadSession(session, directory).transcript().snapshot();
            TranscriptToolCall call = loaded.entries().stream()
                    .filter(TranscriptToolCall.class::isInstance)
                    .map(TranscriptToolCall.class::cast)
                    .findFirst()
                    .orElseThrow();
            return output(loaded, call.call().content().get(0));
        });
        assertThat(output).contains("\u001b[32mPASS\u001b[0m InventoryTest", "4 tests, 1 failure");
    }

    private static String output(Conversation loaded, ToolCallContent content) {
        if (content instanceof Terminal terminal) {
            return Objects.requireNonNull(loaded.terminals().get(terminal.terminalId()), "the terminal is known")
                    .text();
        }
        return ((TextContent) ((Content) content).content()).text();
    }

    /** Runs an agent process, and checks the messages that were exchanged with it. */
    private <T> T withAgent(int version, Function<AcpClient, T> action) throws IOException {
        Path recording = directory.resolve("wire-" + System.nanoTime() + ".jsonl");
        StdioTransport process = StdioTransport.launch(ChildJvm.java(
                Main.class,
                "sample-agent",
                "--no-pacing",
                "--directory",
                directory.resolve("sessions").toString()));
        T result;
        try (WireRecorder recorder = WireRecorder.to(recording)) {
            AcpClientBuilder connecting = AcpClient.builder(process)
                    .info("terminal-test", "1")
                    .protocolVersions(new ProtocolVersion(version))
                    .transcripts(TranscriptOptions.KEEP_ALL)
                    .options(ConnectionOptions.builder().listener(recorder).build());
            if (version == 1) {
                connecting.host(TerminalService.of(command -> true));
            }
            try (AcpClient client = connecting.connect()) {
                result = action.apply(client);
            }
        }
        assertThat(RecordingCheck.of(RecordingFiles.read(recording)).broken()).isEmpty();
        return result;
    }
}
