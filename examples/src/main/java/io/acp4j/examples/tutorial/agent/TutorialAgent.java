package io.acp4j.examples.tutorial.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.stdio.StdioTransport;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** The finished agent as a program. */
public final class TutorialAgent {

    private TutorialAgent() {}

    /**
     * Serves the client on this process's own streams. The environment names the model: {@code MODEL_URL}, {@code MODEL_KEY} and {@code
     * MODEL_NAMES}, separated by commas. The URL {@code offline} stands for no model at all.
     *
     * @param args the file to keep sessions in; none keeps them in memory
     * @throws InterruptedException when the process is told to end
     */
    // snippet:main
    public static void main(String[] args) throws InterruptedException {
        Map<String, String> env = System.getenv();
        String[] names = env.getOrDefault("MODEL_NAMES", "gpt-4.1").split(",");
        String url = env.getOrDefault("MODEL_URL", "https://api.openai.com/v1");
        Model model = url.equals("offline")
                ? new OfflineModel()
                : new ChatCompletions(URI.create(url), env.getOrDefault("MODEL_KEY", ""), names[0]);
        SessionStore store = args.length == 0 ? SessionStore.inMemory() : SessionStores.open(Path.of(args[0]));
        try (SessionRepository repository = SessionRepository.over(store)) {
            Steps.complete(model, repository, names)
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }
    // end
}
