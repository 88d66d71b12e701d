package io.acp4j.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes a file with configured agents. */
public final class ConfiguredAgents {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode root = JSON.createObjectNode();
    private final ObjectNode agents = root.putObject("agent_servers");

    public ConfiguredAgents program(String name, List<String> command, Map<String, String> environment) {
        ObjectNode entry = agents.putObject(name).put("command", command.get(0));
        ArrayNode arguments = entry.putArray("args");
        command.subList(1, command.size()).forEach(arguments::add);
        ObjectNode variables = entry.putObject("env");
        environment.forEach(variables::put);
        return this;
    }

    public ConfiguredAgents address(String name, String url) {
        agents.putObject(name).put("url", url);
        return this;
    }

    public Path writeTo(Path directory) throws IOException {
        return Files.writeString(directory.resolve("agents.json"), root.toPrettyString());
    }
}
