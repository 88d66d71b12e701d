package io.acp4j.inspector.testing;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.record.WireRecorder;
import io.acp4j.schema.elicitation.ElicitationDeclined;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.NewSessionRequest;
import java.io.IOException;
import java.nio.file.Path;

/** Conversations with the scripted agent, as its client records them. */
public final class Recorded {

    private Recorded() {}

    /** Records a conversation that uses most of what there is: two sessions, one of them forked. */
    public static Path conversation(Path file, ProtocolVersion version, Path directory, String... prompts)
            throws IOException {
        try (ScriptedAgent agent = new ScriptedAgent();
                WireRecorder recorder = WireRecorder.to(file);
                AcpClient client = client(agent, version, directory, recorder)) {
            ClientSession first = client.newSession(
                    NewSessionRequest.builder(directory.toString()).build());
            for (String prompt : prompts) {
                first.prompt(prompt);
            }
            ClientSession fork = first.forks().fork();
            fork.prompt("in the fork");
            client.listSessions(ListSessionsRequest.ALL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return file;
    }

    private static AcpClient client(ScriptedAgent agent, ProtocolVersion version, Path directory, WireRecorder recorder)
            throws IOException, InterruptedException {
        return AcpClient.builder(agent.source(directory).opening().open(line -> {}))
                .info("recorded-client", "1.0")
                .protocolVersions(version)
                .options(ConnectionOptions.builder().listener(recorder).build())
                .host(FileSystemService.readOnly())
                .onPermission((request, context) -> RequestPermissionResponse.selected(
                        request.options().get(0).optionId()))
                .onFormElicitation((request, context) -> new ElicitationDeclined(null))
                .connect();
    }
}
