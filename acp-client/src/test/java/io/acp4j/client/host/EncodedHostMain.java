package io.acp4j.client.host;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Sends one text to host services in a JVM of another locale, in several places, and reports the outcomes. */
final class EncodedHostMain {

    private final HostedSession hosted;
    private final Path root;
    private final List<HostCommand> asked = new CopyOnWriteArrayList<>();

    private EncodedHostMain(Path root) {
        this.root = root;
        TerminalService terminals = TerminalService.builder(command -> {
                    asked.add(command);
                    return true;
                })
                .build();
        FileSystemService files = FileSystemService.readWrite((file, content) -> true);
        hosted = new HostedSession(
                (builder, sessions) -> {
                    terminals.register(builder, sessions);
                    files.register(builder, sessions);
                },
                root);
    }

    /** Runs the services in a JVM, and returns the outcome of each place. */
    static Map<String, String> run(Path root, String locale, List<String> options, String text) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), EncodedHostMain.class.getName()));
        command.addAll(List.of(root.toString(), HexFormat.of().formatHex(text.getBytes(UTF_8))));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LC_ALL", locale);
        Process process = builder.start();
        String lines = new String(process.getInputStream().readAllBytes(), US_ASCII);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("the services failed: " + lines);
        }
        return lines.lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(
                        parts -> parts[0], parts -> parts[1], (one, other) -> other, LinkedHashMap::new));
    }

    /** Arguments: a directory, and a text in hexadecimal UTF-8. */
    public static void main(String... args) throws IOException {
        String text = new String(HexFormat.of().parseHex(args[1]), UTF_8);
        EncodedHostMain main = new EncodedHostMain(Path.of(args[0]));
        try (main.hosted) {
            main.report(text);
        }
    }

    private void report(String text) throws IOException {
        show("command", ran(Map.of("command", "sh", "args", List.of("-c", "printf %s '" + text + "'"))));
        show("argument", ran(Map.of("command", "printf", "args", List.of("%s", text))));
        show(
                "variable",
                ran(Map.of(
                        "command",
                        "sh",
                        "args",
                        List.of("-c", "printf %s \"$X\""),
                        "env",
                        List.of(Map.of("name", "X", "value", text)))));
        show("directory", ran(Map.of("command", "true", "cwd", root.resolve("dir") + "/" + text)));
        Path file = root.resolve("content");
        show("write", written(file.toString(), text));
        show("bytes", HexFormat.of().formatHex(Files.readAllBytes(file)));
        JsonNode read = hosted.ask("fs/read_text_file", Map.of("sessionId", "s", "path", file.toString()));
        show("read", hex(read.at("/result/content").asText()));
        show("path", written(root + "/" + text, "x"));
    }

    private static void show(String place, String outcome) {
        System.out.println(place + "=" + outcome);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(UTF_8));
    }

    /** Runs a command, and returns its output or the reason of its refusal. */
    private String ran(Map<String, ?> command) {
        asked.clear();
        JsonNode created = hosted.ask("terminal/create", with(command, "sessionId", "s"));
        if (created.has("error")) {
            return outcome(created) + (asked.isEmpty() ? "" : ", but the guard was asked");
        }
        String terminal = created.at("/result/terminalId").asText();
        Map<String, String> params = Map.of("sessionId", "s", "terminalId", terminal);
        hosted.ask("terminal/wait_for_exit", params);
        return hex(hosted.ask("terminal/output", params).at("/result/output").asText());
    }

    private static Map<String, Object> with(Map<String, ?> params, String name, String value) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put(name, value);
        return all;
    }

    private String written(String path, String content) {
        return outcome(hosted.ask("fs/write_text_file", Map.of("sessionId", "s", "path", path, "content", content)));
    }

    private static String outcome(JsonNode response) {
        return response.has("error")
                ? response.at("/error/data/reason").asText() + ": "
                        + response.at("/error/message").asText()
                : "done";
    }
}
