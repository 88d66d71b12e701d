package io.acp4j.cli.sample;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.inspector.check.RecordingCheck;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.record.WireRecorder;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.permission.SelectedPermissionOutcome;
import io.acp4j.schema.update.SessionUpdate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A client of a sample agent in memory. It answers each question, and records the messages. */
final class SampleClient implements AutoCloseable {

    private final Path recording;
    private final WireRecorder recorder;
    private final SampleAgent agent;
    private final AcpClient client;
    private final ClientSession session;
    private final List<SessionUpdate> updates = new CopyOnWriteArrayList<>();

    /** Permission that the client grants. */
    volatile String permission = "allow";

    SampleClient(Path directory, int version, boolean offersEverything) throws IOException {
        this(directory, version, offersEverything, SampleAgent.builder());
    }

    SampleClient(Path directory, int version, boolean offersEverything, SampleAgent.Builder builder)
            throws IOException {
        agent = builder.pacing(Pacing.IMMEDIATE).build();
        recording = directory.resolve("wire.jsonl");
        recorder = WireRecorder.to(recording);
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        AcpClientBuilder connecting = AcpClient.builder(pair.client())
                .info("sample-test", "1")
                .protocolVersions(new ProtocolVersion(version))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .options(ConnectionOptions.builder().listener(recorder).build());
        if (offersEverything) {
            connecting
                    .onPermission((request, context) -> RequestPermissionResponse.of(
                            SelectedPermissionOutcome.of(new PermissionOptionId(permission))))
                    .onFormElicitation((request, context) -> ElicitationAccepted.builder()
                            .content(Map.of(
                                    "name", ElicitationContentValue.of("inventory"),
                                    "licence", ElicitationContentValue.of("mit"),
                                    "modules", ElicitationContentValue.of(List.of("core", "docs")),
                                    "java", ElicitationContentValue.of(21)))
                            .build());
            if (version == 1) {
                connecting.host(TerminalService.of(command -> true));
            }
        }
        client = connecting.connect();
        session = client.newSession(directory);
        session.onUpdate((any, update) -> updates.add(update));
    }

    AcpClient client() {
        return client;
    }

    ClientSession session() {
        return session;
    }

    List<SessionUpdate> updates() {
        return updates;
    }

    /** Sends a prompt and returns the entries of its turn, one text each. */
    List<String> ask(String text) {
        int before = entries().size();
        session.prompt(text);
        return shownFrom(before);
    }

    List<TranscriptEntry> entries() {
        return session.transcript().snapshot().entries();
    }

    static List<String> shown(ClientSession session) {
        return session.transcript().snapshot().entries().stream()
                .map(SampleClient::shown)
                .toList();
    }

    List<String> shownFrom(int position) {
        List<TranscriptEntry> entries = entries();
        return entries.subList(position, entries.size()).stream()
                .map(SampleClient::shown)
                .toList();
    }

    private static String shown(TranscriptEntry entry) {
        if (entry instanceof TranscriptMessage message) {
            return message.role() + ": " + message.text();
        }
        if (entry instanceof TranscriptToolCall tool) {
            return tool.call().kind().value() + ": " + tool.call().title() + ": "
                    + tool.call().status().value();
        }
        return entry.getClass().getSimpleName();
    }

    /** Ends the connection, and returns the rules that its messages have broken. */
    List<String> findings() throws IOException {
        client.close();
        recorder.close();
        return RecordingCheck.of(RecordingFiles.read(recording)).broken().stream()
                .map(broken -> broken.id() + " " + broken.side() + " " + broken.expected() + " at " + broken.message())
                .toList();
    }

    @Override
    public void close() throws IOException {
        client.close();
        recorder.close();
        agent.close();
    }
}
