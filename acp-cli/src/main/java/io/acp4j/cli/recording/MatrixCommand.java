package io.acp4j.cli.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.cli.agent.AddressOptions;
import io.acp4j.cli.agent.AgentTarget;
import io.acp4j.cli.agent.ConfigurationOption;
import io.acp4j.cli.agent.ConfiguredNames;
import io.acp4j.cli.agent.LaunchedAgent;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.RecordingLog;
import io.acp4j.inspector.matrix.Observed;
import io.acp4j.inspector.matrix.Offers;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.transport.stdio.AgentCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares the capabilities of agents. */
@Command(
        name = "matrix",
        description = {
            "Compares the capabilities of agents.",
            "The agents are live or recorded. For recorded agents, it also shows the methods that were observed."
        },
        exitCodeList = {
            "0:All agents have responded.",
            "1:One did not respond.",
            "2:A recording could not be read, a variable is not set, or the arguments were wrong."
        })
public final class MatrixCommand extends ReportCommand {

    /** The response of an agent to {@code initialize}, and for a recorded agent the observed methods. */
    private record Known(
            @Nullable JsonNode result, @Nullable Observed observed) {}

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Recordings of agents.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            completionCandidates = ConfiguredNames.class,
            description = "A configured live agent; acp agents lists them. May be repeated.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--command",
            paramLabel = "COMMAND",
            description = "The command and arguments of a live agent, separated by spaces. May be repeated.")
    private List<String> commands = new ArrayList<>();

    @Option(
            names = "--ws",
            paramLabel = "URL",
            description = "The address of a live agent that serves WebSocket. May be repeated.")
    private List<String> webSockets = new ArrayList<>();

    @Option(
            names = "--http",
            paramLabel = "URL",
            description = "The address of a live agent that serves Streamable HTTP. May be repeated.")
    private List<String> endpoints = new ArrayList<>();

    @Mixin
    private AddressOptions address = new AddressOptions();

    @Mixin
    private ConfigurationOption configuration = new ConfigurationOption();

    @Option(
            names = "--protocol",
            paramLabel = "VERSION",
            description = "The version of the protocol to request from live agents. Default: 1.")
    private int protocol = 1;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "The time limit for a live agent. Default: 60.")
    private long timeout = 60;

    /** Creates the command, for picocli. */
    public MatrixCommand() {}

    @Override
    int report() throws IOException, InterruptedException {
        Map<String, Known> all = new LinkedHashMap<>();
        for (Path file : files) {
            all.put(file.toString(), recorded(file));
        }
        for (AgentTarget agent : live()) {
            all.put(agent.name(), live(agent));
        }
        ArrayNode list = FrameJson.MAPPER.createArrayNode();
        all.forEach((name, known) -> {
            JsonNode result = known.result();
            ObjectNode one = list.addObject().put("agent", name).put("responded", result != null);
            if (result != null) {
                ObjectNode offers = one.putObject("offers");
                Offers.of(result).forEach(offers::put);
            }
            if (known.observed() != null) {
                one.set("observed", known.observed().json());
            }
        });
        print(list, () -> table(all));
        return all.values().stream().allMatch(known -> known.result() != null) ? WELL : NOT_WELL;
    }

    private List<AgentTarget> live() {
        List<AgentTarget> agents = new ArrayList<>();
        names.forEach(name -> agents.add(configuration.find(line(), name).target(line(), address, List.of())));
        commands.forEach(command -> agents.add(
                LaunchedAgent.of(AgentCommand.of(List.of(command.strip().split("\\s+"))), List.of())));
        webSockets.forEach(uri -> agents.add(address.agent(line(), "--ws", uri)));
        endpoints.forEach(uri -> agents.add(address.agent(line(), "--http", uri)));
        return agents;
    }

    private Known recorded(Path file) throws IOException {
        WireRecording recording = read(file);
        try (FrameLog log = RecordingLog.of(recording)) {
            Observed observed = Observed.of(log);
            return new Known(observed.initialized(), observed);
        }
    }

    private Known live(AgentTarget agent) throws InterruptedException {
        try (RawLink link = new RawLink(agent.open(line -> {}))) {
            return new Known(Offers.ask(link, protocol, Duration.ofSeconds(Math.max(1, timeout))), null);
        } catch (IOException | AcpException e) {
            return new Known(null, null); // The table says that it did not respond.
        }
    }

    private void table(Map<String, Known> all) {
        List<Map<String, String>> offered = new ArrayList<>();
        List<Map<String, String>> observed = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, Known> agent : all.entrySet()) {
            JsonNode result = agent.getValue().result();
            Observed seen = agent.getValue().observed();
            out().println((char) ('A' + number++ % 26) + "  " + VisibleText.line(agent.getKey())
                    + (result == null ? ": no response" : ""));
            offered.add(result == null ? Map.of() : Offers.of(result));
            observed.add(seen == null ? Map.of() : seen.outcomes());
        }
        rows(offered);
        if (observed.stream().anyMatch(each -> !each.isEmpty())) {
            out().println();
            out().println("Observed:");
            rows(observed);
        }
    }

    private void rows(List<Map<String, String>> columns) {
        TreeSet<String> names = new TreeSet<>();
        columns.forEach(column -> names.addAll(column.keySet()));
        for (String name : names) {
            StringBuilder line = new StringBuilder(String.format(java.util.Locale.ROOT, "%-56s", name));
            columns.forEach(column ->
                    line.append(String.format(java.util.Locale.ROOT, " %-16s", cut(column.getOrDefault(name, "-")))));
            out().println(line.toString().stripTrailing());
        }
    }

    private static String cut(String text) {
        return text.length() <= 16 ? text : text.substring(0, 15) + "…";
    }
}
