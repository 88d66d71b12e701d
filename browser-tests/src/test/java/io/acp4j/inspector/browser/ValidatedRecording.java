package io.acp4j.inspector.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.cli.recording.ValidateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;

/** The findings of the command {@code validate} about a recording, each with its requirement as the path. */
final class ValidatedRecording {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ValidatedRecording() {}

    static List<PageFault> of(Path file) throws IOException {
        StringWriter out = new StringWriter();
        new CommandLine(new ValidateCommand())
                .setOut(new PrintWriter(out))
                .execute("--strict", "--json", file.toString());
        List<PageFault> faults = new ArrayList<>();
        for (JsonNode finding : JSON.readTree(out.toString()).path(0).required("findings")) {
            String text = finding.required("text").textValue() + " Frame " + finding.required("frame") + ", expected "
                    + finding.required("expected").textValue();
            faults.add(new PageFault("validate", finding.required("requirement").textValue(), text));
        }
        return faults;
    }

    /** Validates each connection of a recording alone. */
    static List<List<PageFault>> ofConnections(Path file) throws IOException {
        Map<Integer, List<String>> connections = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            int connection = JSON.readTree(line).required("connection").intValue();
            connections.computeIfAbsent(connection, number -> new ArrayList<>()).add(line);
        }
        List<List<PageFault>> faults = new ArrayList<>();
        for (List<String> connection : connections.values()) {
            faults.add(of(Files.write(file.resolveSibling("connection.jsonl"), connection)));
        }
        return faults;
    }
}
