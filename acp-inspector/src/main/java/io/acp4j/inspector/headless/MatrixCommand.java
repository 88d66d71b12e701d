package io.acp4j.inspector.headless;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.stdio.AgentCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What several agents offer, side by side. */
@Command(
        name = "matrix",
        description = "Shows side by side what agents offer: those of recordings, and live ones.",
        exitCodeList = {
            "0:All agents have said what they offer.",
            "1:One did not.",
            "2:A recording could not be read, or the arguments were wrong."
        })
public final class MatrixCommand extends Report {

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Recordings of agents.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--agent",
            paramLabel = "COMMAND",
            description = "A live agent: its command and arguments, separated by spaces. May be repeated.")
    private List<String> agents = new ArrayList<>();

    @Option(
            names = "--ws",
            paramLabel = "URL",
            description = "A live agent that serves WebSockets: its address. May be repeated.")
    private List<URI> addresses = new ArrayList<>();

    @Option(
            names = "--bearer-variable",
            paramLabel = "NAME",
            description = "The environment variable with the bearer token for --ws.")
    private @Nullable String bearerVariable;

    @Option(
            names = "--protocol",
            paramLabel = "VERSION",
            description = "The version of the protocol that live agents are asked for. Default: 1.")
    private int protocol = 1;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "How long a live agent may take. Default: 60.")
    private long timeout = 60;

    @Override
    int report() throws IOException, InterruptedException {
        Map<String, @Nullable JsonNode> all = new LinkedHashMap<>();
        for (Path file : files) {
            all.put(file.toString(), recorded(file));
        }
        for (String agent : agents) {
            List<String> words = List.of(agent.strip().split("\\s+"));
            all.put(agent, live(() -> AgentCommand.of(words).transport().launch()));
        }
        for (URI address : addresses) {
            all.put(address.toString(), live(() -> WsAgent.connect(address, bearerVariable)));
        }
        ArrayNode list = Steps.JSON.createArrayNode();
        all.forEach((name, result) -> {
            ObjectNode one = list.addObject().put("agent", name).put("responded", result != null);
            if (result != null) {
                ObjectNode offers = one.putObject("offers");
                offers(result).forEach(offers::put);
            }
        });
        print(list, () -> table(all));
        return all.containsValue(null) ? NOT_WELL : WELL;
    }

    private static @Nullable JsonNode recorded(Path file) throws IOException {
        for (WireFrame frame : read(file).frames()) {
            JsonNode result = frame.fromClient() ? null : result(frame.bytes());
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    private static @Nullable JsonNode result(byte[] frame) {
        try {
            JsonNode result = Steps.JSON.readTree(frame).path("result");
            return result.has("protocolVersion") ? result : null;
        } catch (IOException e) {
            return null; // No message, so no response either.
        }
    }

    /** Opens a transport to a live agent. */
    @FunctionalInterface
    private interface Opening {
        Transport open() throws IOException, InterruptedException;
    }

    private @Nullable JsonNode live(Opening agent) throws InterruptedException {
        ObjectNode request = Steps.JSON.createObjectNode().put("jsonrpc", "2.0");
        request.put("id", 1).put("method", "initialize");
        ObjectNode params = request.putObject("params").put("protocolVersion", protocol);
        params.putObject(protocol == 1 ? "clientCapabilities" : "capabilities");
        params.putObject(protocol == 1 ? "clientInfo" : "info")
                .put("name", "acp-inspector")
                .put("version", "0.1.0");
        long end = System.nanoTime() + Duration.ofSeconds(timeout).toNanos();
        try (RawLink link = new RawLink(agent.open())) {
            link.send(request);
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                byte[] frame = link.next(Duration.ofNanos(left));
                JsonNode result = frame == null ? null : result(frame);
                if (result != null || frame == null) {
                    return result;
                }
            }
        } catch (IOException | AcpException e) {
            return null; // The table says that it did not respond.
        }
        return null;
    }

    /** Returns what an agent offers, by path; an empty object says yes. */
    private static Map<String, String> offers(JsonNode result) {
        Map<String, String> offers = new TreeMap<>();
        offers.put("protocolVersion", result.path("protocolVersion").asText());
        JsonNode info = result.path(result.has("agentInfo") ? "agentInfo" : "info");
        if (info.isObject()) {
            offers.put(
                    "agent",
                    VisibleText.line(info.path("name").asText() + " "
                            + info.path("version").asText()));
        }
        if (!result.path("authMethods").isEmpty()) {
            offers.put("authMethods", String.valueOf(result.path("authMethods").size()));
        }
        walk("", result.path(result.has("agentCapabilities") ? "agentCapabilities" : "capabilities"), offers);
        return offers;
    }

    private static void walk(String path, JsonNode value, Map<String, String> offers) {
        if (value.isObject() && !value.isEmpty()) {
            value.properties()
                    .forEach(member -> walk(
                            path.isEmpty() ? member.getKey() : path + "." + member.getKey(),
                            member.getValue(),
                            offers));
        } else if (!path.isEmpty() && !value.isNull() && !(value.isBoolean() && !value.booleanValue())) {
            String text = value.isObject() || value.isBoolean()
                    ? "yes"
                    : value.isValueNode() ? value.asText() : value.toString();
            offers.put(VisibleText.line(path), VisibleText.line(text));
        }
    }

    private void table(Map<String, @Nullable JsonNode> all) {
        List<Map<String, String>> columns = new ArrayList<>();
        TreeSet<String> rows = new TreeSet<>();
        int number = 0;
        for (Map.Entry<String, @Nullable JsonNode> agent : all.entrySet()) {
            JsonNode result = agent.getValue();
            Map<String, String> offers = result == null ? Map.of() : offers(result);
            out().println((char) ('A' + number++ % 26) + "  " + agent.getKey()
                    + (result == null ? ": no response" : ""));
            columns.add(offers);
            rows.addAll(offers.keySet());
        }
        for (String row : rows) {
            StringBuilder line = new StringBuilder(String.format(java.util.Locale.ROOT, "%-56s", row));
            columns.forEach(offers ->
                    line.append(String.format(java.util.Locale.ROOT, " %-16s", cut(offers.getOrDefault(row, "-")))));
            out().println(line.toString().stripTrailing());
        }
    }

    private static String cut(String text) {
        return text.length() <= 16 ? text : text.substring(0, 15) + "…";
    }
}
