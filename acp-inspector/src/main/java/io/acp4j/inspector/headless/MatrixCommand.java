package io.acp4j.inspector.headless;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.link.AgentAddress;
import io.acp4j.inspector.link.Opening;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.matrix.Offers;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.replay.Steps;
import io.acp4j.rpc.AcpException;
import io.acp4j.transport.stdio.AgentCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            "2:A recording could not be read, a variable is not set, or the arguments were wrong."
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
    private List<URI> webSockets = new ArrayList<>();

    @Option(
            names = "--http",
            paramLabel = "URL",
            description = "A live agent that serves Streamable HTTP: its address. May be repeated.")
    private List<URI> endpoints = new ArrayList<>();

    @Option(
            names = "--bearer-variable",
            paramLabel = "NAME",
            description = "The environment variable with the bearer token for --ws and --http.")
    private @Nullable String bearerVariable;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description =
                    "A PEM file with the certificates to trust for wss and https, in the place of those that Java trusts.")
    private @Nullable Path trust;

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
            all.put(agent, live(errors -> AgentCommand.of(words).transport().launch()));
        }
        for (List<URI> each : List.of(webSockets, endpoints)) {
            for (URI uri : each) {
                AgentAddress address = AgentAddress.of(uri, bearerVariable, trust);
                all.put(uri.toString(), live(errors -> address.connect()));
            }
        }
        ArrayNode list = Steps.JSON.createArrayNode();
        all.forEach((name, result) -> {
            ObjectNode one = list.addObject().put("agent", name).put("responded", result != null);
            if (result != null) {
                ObjectNode offers = one.putObject("offers");
                Offers.of(result).forEach(offers::put);
            }
        });
        print(list, () -> table(all));
        return all.containsValue(null) ? NOT_WELL : WELL;
    }

    private static @Nullable JsonNode recorded(Path file) throws IOException {
        for (WireFrame frame : read(file).frames()) {
            JsonNode result = frame.fromClient() ? null : Offers.initialized(frame.bytes());
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    private @Nullable JsonNode live(Opening agent) throws InterruptedException {
        try (RawLink link = new RawLink(agent.open(line -> {}))) {
            return Offers.ask(link, protocol, Duration.ofSeconds(Math.max(1, timeout)));
        } catch (IOException | AcpException e) {
            return null; // The table says that it did not respond.
        }
    }

    private void table(Map<String, @Nullable JsonNode> all) {
        List<Map<String, String>> columns = new ArrayList<>();
        TreeSet<String> rows = new TreeSet<>();
        int number = 0;
        for (Map.Entry<String, @Nullable JsonNode> agent : all.entrySet()) {
            JsonNode result = agent.getValue();
            Map<String, String> offers = result == null ? Map.of() : Offers.of(result);
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
