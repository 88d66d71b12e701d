package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The terminals of a reference client: real commands. */
final class ClientTerminals {

    private final ReferenceClient client;
    private final Faults faults;
    private final Map<String, Terminal> terminals = new HashMap<>();
    private final List<Process> processes = new ArrayList<>();

    ClientTerminals(ReferenceClient client) {
        this.client = client;
        this.faults = client.faults();
    }

    private static final class Terminal {

        private final Faults faults;
        private final Process process;
        private final long limit;
        private final ByteArrayOutputStream output = new ByteArrayOutputStream();
        private final CompletableFuture<Integer> end = new CompletableFuture<>();
        private boolean truncated;

        Terminal(Process process, long limit, Faults faults) {
            this.faults = faults;
            this.process = process;
            this.limit = limit;
            ReferenceConnector.THREADS.execute(this::drain);
        }

        private void drain() {
            try (InputStream in = process.getInputStream()) {
                byte[] buffer = new byte[4096];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    add(Arrays.copyOf(buffer, count));
                }
            } catch (IOException e) {
                // Killing a process closes what is read of it; what came before stays.
            }
            try {
                end.complete(process.waitFor());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void add(byte[] more) {
            output.writeBytes(more);
            byte[] all = output.toByteArray();
            if (all.length > limit) {
                truncated = true;
                int from = (int) (all.length - limit);
                while (from < all.length && (all[from] & 0xC0) == 0x80) {
                    from++;
                }
                output.reset();
                output.write(all, from, all.length - from);
            }
        }

        synchronized ObjectNode show(boolean status) {
            Integer code = end.getNow(null);
            String text = output.toString(StandardCharsets.UTF_8);
            if (faults.has("shows-output-at-end") && code == null) {
                text = "";
            } else if (faults.has("unusual:ends-lines-as-terminals-do")) {
                text = text.replace("\n", "\r\n");
            }
            ObjectNode shown = obj("output", text, "truncated", truncated);
            if (code != null && status) {
                shown.set("exitStatus", obj("exitCode", code, "signal", null));
            }
            return shown;
        }
    }

    void close() {
        processes.forEach(process -> end(process, true));
    }

    private static void end(Process process, boolean family) {
        List<ProcessHandle> children = family ? process.descendants().toList() : List.of();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    @Nullable
    ObjectNode request(JsonNode message, JsonNode params) {
        String method = message.path("method").asText();
        if (method.equals("terminal/create")) {
            return create(params);
        }
        String id = params.path("terminalId").asText();
        Terminal terminal = terminals.get(id);
        if (terminal == null) {
            return faults.has("knows-all-terminals") && !id.startsWith("terminal-")
                    ? obj("result", method.equals("terminal/output") ? obj("output", "", "truncated", false) : obj())
                    : obj("error", obj("code", -32002, "message", "Resource not found"));
        }
        return switch (method) {
            case "terminal/output" -> obj("result", terminal.show(!faults.has("shows-no-status")));
            case "terminal/wait_for_exit" -> {
                terminal.end.thenAccept(code -> client.later(() -> client.respond(
                        message,
                        obj("result", obj("exitCode", faults.has("always-succeeds") ? 0 : code, "signal", null)))));
                yield null;
            }
            case "terminal/kill" -> {
                if (!faults.has("kills-nothing")) {
                    end(terminal.process, !faults.has("kills-only-commands"));
                }
                if (faults.has("forgets-killed")) {
                    terminals.remove(id);
                }
                yield obj("result", obj());
            }
            default -> {
                if (!faults.has("leaves-running")
                        || terminal.process.descendants().findAny().isPresent()) {
                    end(terminal.process, !faults.has("releases-only-commands"));
                }
                if (!faults.has("keeps-released")) {
                    terminals.remove(id);
                }
                yield obj("result", obj());
            }
        };
    }

    private ObjectNode create(JsonNode params) {
        List<String> words = new ArrayList<>(List.of(params.path("command").asText()));
        params.path("args").forEach(argument -> {
            if (faults.has("splits-arguments") && words.get(0).equals("printf")) {
                words.addAll(List.of(argument.asText().split(" ")));
            } else {
                words.add(argument.asText());
            }
        });
        String script = words.get(words.size() - 1);
        if (faults.has("waits-for-commands") && script.startsWith("exec sleep")) {
            return obj("result", obj());
        }
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        if (faults.has("drops-errors")) {
            builder.redirectErrorStream(false).redirectError(ProcessBuilder.Redirect.DISCARD);
        }
        builder.directory(new File(params.path("cwd").asText("/")));
        if (faults.has("ignores-directories") && script.startsWith("cat")) {
            builder.directory(new File("/"));
        }
        if (!faults.has("ignores-variables")) {
            params.path("env")
                    .forEach(variable -> builder.environment()
                            .put(
                                    variable.path("name").asText(),
                                    variable.path("value").asText()));
        }
        long limit = faults.has("keeps-all-output")
                ? Long.MAX_VALUE
                : params.path("outputByteLimit").asLong(Long.MAX_VALUE);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            processes.add(process);
            String id = "terminal-" + processes.size();
            terminals.put(id, new Terminal(process, limit, faults));
            return obj("result", obj("terminalId", id));
        } catch (IOException e) {
            return obj("error", obj("code", -32603, "message", "The command cannot be run"));
        }
    }
}
