package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Judges what the agent asks of its client: permissions, files, terminals. */
final class ServiceMonitor implements Monitor {

    private final Set<String> optionKinds;

    /** Judges by the words of a schema. */
    ServiceMonitor(MessageShapes shapes) {
        optionKinds = shapes.words("PermissionOptionKind");
    }

    @Override
    public List<String> watches() {
        return List.of(
                "PERM-001",
                "PERM-002",
                "PERM-003",
                "FS-001",
                "FS-002",
                "FS-003",
                "FS-004",
                "TERM-001",
                "TERM-002",
                "TERM-003",
                "TERM-005",
                "TERM-007");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        JsonNode capabilities = recording.capabilities();
        boolean known = !capabilities.isMissingNode();
        Set<String> terminals = new HashSet<>();
        Set<String> released = new HashSet<>();
        for (Entry entry : recording.entries()) {
            if (entry.sent()) {
                if (entry.at("/result/terminalId").isTextual()) {
                    terminals.add(entry.at("/result/terminalId").asText());
                }
                continue;
            }
            switch (entry.method()) {
                case "session/request_permission" -> permission(entry, findings);
                case "fs/read_text_file" -> {
                    forbid(
                            "FS-001",
                            known && !capabilities.at("/fs/readTextFile").asBoolean(false),
                            entry,
                            findings);
                    read(entry, findings);
                }
                case "fs/write_text_file" -> {
                    forbid(
                            "FS-002",
                            known && !capabilities.at("/fs/writeTextFile").asBoolean(false),
                            entry,
                            findings);
                    findings.check(
                            "FS-004",
                            isSession(entry)
                                    && Shapes.isAbsolutePath(entry.at("/params/path"))
                                    && entry.at("/params/content").isTextual(),
                            "a session, an absolute path and content",
                            entry);
                }
                case "session/update" -> shown(entry, terminals, findings);
                default -> {
                    if (entry.method().startsWith("terminal/")) {
                        forbid(
                                "TERM-001",
                                known && !capabilities.path("terminal").asBoolean(false),
                                entry,
                                findings);
                        terminal(entry, terminals, released, findings);
                    }
                }
            }
        }
    }

    /** That nothing forbidden came is no proof: only a scenario that tempts the agent gives one. */
    private static void forbid(String requirement, boolean forbidden, Entry entry, Findings findings) {
        if (forbidden) {
            findings.check(requirement, false, "no call of what the client has not advertised", entry);
        }
    }

    private static boolean isSession(Entry entry) {
        return Shapes.isId(entry.at("/params/sessionId"));
    }

    private void permission(Entry entry, Findings findings) {
        JsonNode options = entry.at("/params/options");
        findings.check(
                "PERM-001",
                isSession(entry)
                        && Shapes.isId(entry.at("/params/toolCall/toolCallId"))
                        && Shapes.isTextOrAbsent(entry.at("/params/toolCall/title"))
                        && options.isArray()
                        && !options.isEmpty(),
                "a session, a tool call and options",
                entry);
        Set<String> ids = new HashSet<>();
        for (JsonNode option : options) {
            findings.check(
                    "PERM-002",
                    option.path("optionId").isTextual()
                            && option.path("name").isTextual()
                            && Shapes.isOneOf(option.path("kind"), optionKinds),
                    "an optionId, a name and a kind of the protocol",
                    option);
            findings.check("PERM-003", ids.add(option.path("optionId").asText()), "an id of its own", option);
        }
    }

    private static void read(Entry entry, Findings findings) {
        JsonNode line = entry.at("/params/line");
        JsonNode limit = entry.at("/params/limit");
        findings.check(
                "FS-003",
                isSession(entry)
                        && Shapes.isAbsolutePath(entry.at("/params/path"))
                        && (Shapes.isAbsent(line) || (Shapes.isCount(line) && line.asLong() >= 1))
                        && (Shapes.isAbsent(limit) || Shapes.isCount(limit)),
                "a session, an absolute path, a line that counts from 1, a limit that is a count",
                entry);
    }

    private static void terminal(Entry entry, Set<String> terminals, Set<String> released, Findings findings) {
        if (entry.method().equals("terminal/create")) {
            findings.check(
                    "TERM-002", isSession(entry) && isCommand(entry.at("/params")), "a session and a command", entry);
            return;
        }
        String id = entry.at("/params/terminalId").asText();
        findings.check(
                "TERM-003",
                isSession(entry) && terminals.contains(id),
                "a terminal that the client has created",
                entry);
        findings.check("TERM-005", !released.contains(id), "a terminal that is not released yet", entry);
        if (entry.method().equals("terminal/release")) {
            released.add(id);
        }
    }

    private static boolean isCommand(JsonNode params) {
        boolean whole = Shapes.isId(params.path("command"))
                && (Shapes.isAbsent(params.path("args")) || params.path("args").isArray())
                && (Shapes.isAbsent(params.path("env")) || params.path("env").isArray())
                && (Shapes.isAbsent(params.path("cwd")) || Shapes.isAbsolutePath(params.path("cwd")))
                && (Shapes.isAbsent(params.path("outputByteLimit")) || Shapes.isCount(params.path("outputByteLimit")));
        for (JsonNode argument : params.path("args")) {
            whole &= argument.isTextual();
        }
        for (JsonNode variable : params.path("env")) {
            whole &= variable.path("name").isTextual() && variable.path("value").isTextual();
        }
        return whole;
    }

    private static void shown(Entry entry, Set<String> terminals, Findings findings) {
        for (JsonNode content : entry.at("/params/update/content")) {
            if (content.path("type").asText().equals("terminal")) {
                String id = content.path("terminalId").asText();
                findings.check("TERM-007", terminals.contains(id), "a terminal that the client has created", entry);
            }
        }
    }
}
