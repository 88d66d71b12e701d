package io.acp4j.store.jdbc.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.util.Arrays;

/** Serves a store in a directory that is mounted read-only and then for writing, and prints what its client receives. */
final class ReadOnlyAgentMain {

    private ReadOnlyAgentMain() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        String session = arguments[1];
        String[] mount = Arrays.copyOfRange(arguments, 2, arguments.length);
        try (SessionStore store = SessionStores.open(directory);
                SessionRepository repository = SessionRepository.over(store);
                StoredClient client = StoredClient.of(new ScriptedAgent()
                        .builder()
                        .sessions(repository, ScriptedAgent.UNTITLED)
                        .build())) {
            JsonNode listed = client.call("session/list", "{}");
            print("listed", listed.at("/sessions/0/sessionId").asText());
            print("loaded", client.transcript(session));
            print(
                    "prompt",
                    client.raw()
                            .error(client.raw().prompt(session, "say more"))
                            .at("/data/reason")
                            .asText());
            print("loaded again", client.transcript(session));
            print(
                    "new",
                    client.refused("session/new", "{'cwd':'/','mcpServers':[]}").path("message"));
            if (mount.length > 0) {
                int exitCode = new ProcessBuilder(mount).inheritIO().start().waitFor();
                print("mount", exitCode);
                print("loaded for writing", client.transcript(session));
                print("said", client.say(session, "say c"));
            }
        } catch (SessionStoreException e) {
            print("refused", e.getMessage());
        }
    }

    private static void print(String name, Object value) {
        System.out.println(name + ": " + value);
    }
}
