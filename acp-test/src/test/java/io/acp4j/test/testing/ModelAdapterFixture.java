package io.acp4j.test.testing;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** An agent on an adapter whose model plays a script, and its client. */
abstract class ModelAdapterFixture {

    static final Path PROJECT = Path.of("/project");

    final ModelScript script = new ModelScript();
    final List<SessionUpdate> updates = new CopyOnWriteArrayList<>();
    final List<String> asked = new CopyOnWriteArrayList<>();

    private final ModelAdapter adapter;
    private @TempDir Path directory;
    private SessionRepository repository = SessionRepository.over(SessionStore.inMemory());

    /** Whether the user allows what is asked for. */
    boolean allowing;

    /** What else happens when the user is asked. */
    Runnable whenAsked = () -> {};

    ModelAdapterFixture(ModelAdapter adapter) {
        this.adapter = adapter;
    }

    @AfterEach
    void close() {
        script.speakAgain();
        repository.close();
    }

    /** Keeps the sessions in a file. */
    void useSqlite() {
        repository.close();
        repository = SessionRepository.over(adapter.sqlite(directory));
    }

    SessionRepository repository() {
        return repository;
    }

    AcpClient connect(int version) {
        return connect(version, 5);
    }

    AcpClient connect(int version, int maxRequests) {
        return connect(version, adapter.handler(script, maxRequests));
    }

    /** Connects to an agent whose model summarises long conversations. */
    AcpClient connectCompacting(int version, long characters) {
        return connect(version, adapter.compacting(script, characters));
    }

    private AcpClient connect(int version, PromptHandler handler) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent.builder()
                .info("adapter", "1.0.0")
                .capabilities(capabilities -> capabilities.promptCapabilities(
                        PromptCapabilities.builder().image(true).build()))
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository)
                .onPrompt(handler)
                .build()
                .serve(pair.agent());
        return AcpClient.builder(pair.client())
                .protocolVersions(new ProtocolVersion(version))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .onUpdate((session, update) -> updates.add(update))
                .onPermission((request, context) -> {
                    asked.add(Objects.requireNonNull(request.toolCall().title().value()));
                    whenAsked.run();
                    return RequestPermissionResponse.selected(
                            request.options().get(allowing ? 0 : 1).optionId());
                })
                .connect();
    }
}
