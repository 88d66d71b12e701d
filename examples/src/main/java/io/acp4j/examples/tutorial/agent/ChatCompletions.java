package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Registration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A model behind an OpenAI-compatible address, read as it streams. */
public final class ChatCompletions implements Model {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(2);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
    private final URI address;
    private final String key;
    private final String defaultName;

    /**
     * Creates a model.
     *
     * @param base such as {@code https://api.openai.com/v1} or {@code http://localhost:11434/v1}
     * @param key sent as bearer token; empty for none
     * @param defaultName the model to use unless the user chooses another
     */
    public ChatCompletions(URI base, String key, String defaultName) {
        this.address = URI.create(base + "/chat/completions");
        this.key = key;
        this.defaultName = defaultName;
    }

    // snippet:stream
    @Override
    public Reply next(Prompt prompt, Consumer<String> onText, CancellationToken cancellation)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<InputStream>> sending =
                http.sendAsync(request(prompt), HttpResponse.BodyHandlers.ofInputStream());
        Registration stop = cancellation.onCancel(() -> {
            sending.cancel(true); // while the model is still silent
            var unused = sending.thenAccept(response -> closeQuietly(response.body())); // while it speaks
        });
        try {
            HttpResponse<InputStream> response = sending.get();
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw new IOException("the model responded with status " + response.statusCode());
                }
                return read(body, onText);
            }
        } catch (IOException | ExecutionException | CancellationException e) {
            cancellation.throwIfCancelled();
            throw new IOException("the model failed: " + e.getMessage(), e);
        } finally {
            stop.close();
        }
    }
    // end

    private static void closeQuietly(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // Reading it fails then, which is what was wanted.
        }
    }

    private HttpRequest request(Prompt prompt) throws IOException {
        ObjectNode body = JSON.createObjectNode();
        body.put("model", prompt.name() == null ? defaultName : prompt.name());
        body.put("stream", true);
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", prompt.instructions());
        prompt.conversation().forEach(message -> write(message, messages.addObject()));
        if (!prompt.tools().isEmpty()) {
            ArrayNode tools = body.putArray("tools");
            for (Tool tool : prompt.tools()) {
                ObjectNode function = tools.addObject().put("type", "function").putObject("function");
                function.put("name", tool.name()).put("description", tool.description());
                function.set("parameters", JSON.readTree(tool.parameters()));
            }
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(RESPONSE_TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
        return (key.isEmpty() ? request : request.header("Authorization", "Bearer " + key)).build();
    }

    private static void write(Message message, ObjectNode out) {
        Call call = message.call();
        switch (message.role()) {
            case USER -> out.put("role", "user").put("content", message.text());
            case RESULT ->
                out.put("role", "tool")
                        .put("tool_call_id", call == null ? "" : call.id())
                        .put("content", message.text());
            case MODEL -> {
                out.put("role", "assistant").put("content", message.text());
                if (call != null) {
                    ObjectNode made = out.putArray("tool_calls").addObject();
                    made.put("id", call.id()).put("type", "function");
                    made.putObject("function")
                            .put("name", call.tool())
                            .put("arguments", call.arguments().toString());
                }
            }
        }
    }

    private static Reply read(InputStream body, Consumer<String> onText) throws IOException {
        StringBuilder text = new StringBuilder();
        Map<Integer, Pieces> calls = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                String data = line.startsWith("data:")
                        ? line.substring("data:".length()).strip()
                        : "";
                if (data.equals("[DONE]")) {
                    break;
                }
                JsonNode delta = data.isEmpty() ? null : JSON.readTree(data).at("/choices/0/delta");
                if (delta != null) {
                    add(delta, text, calls, onText);
                }
            }
        }
        List<Call> made = new ArrayList<>();
        for (Pieces pieces : calls.values()) {
            made.add(pieces.whole());
        }
        return new Reply(text.toString(), made);
    }

    private static void add(JsonNode delta, StringBuilder text, Map<Integer, Pieces> calls, Consumer<String> onText) {
        String piece = delta.path("content").asText("");
        if (!piece.isEmpty() && !delta.path("content").isNull()) {
            text.append(piece);
            onText.accept(piece);
        }
        for (JsonNode call : delta.path("tool_calls")) {
            calls.computeIfAbsent(call.path("index").asInt(), index -> new Pieces())
                    .add(call);
        }
    }

    /** A call whose id and name come first, and whose arguments come in pieces. */
    private static final class Pieces {

        private @Nullable String id;
        private @Nullable String name;
        private final StringBuilder arguments = new StringBuilder();

        void add(JsonNode piece) {
            id = id == null ? piece.path("id").asText(null) : id;
            name = name == null ? piece.at("/function/name").asText(null) : name;
            arguments.append(piece.at("/function/arguments").asText(""));
        }

        Call whole() throws IOException {
            if (id == null || name == null) {
                throw new IOException("the model calls a tool without an id or a name");
            }
            return new Call(id, name, JSON.readTree(arguments.isEmpty() ? "{}" : arguments.toString()));
        }
    }
}
