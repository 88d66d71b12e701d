package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/** What the reference agent of version 2 asks of the parameters that open a session. */
final class V2Checks {

    private final ReferenceAgent agent;

    V2Checks(ReferenceAgent agent) {
        this.agent = agent;
    }

    static String place(JsonNode params, boolean strict) {
        JsonNode cwd = params.path("cwd");
        if (!cwd.isTextual()) {
            throw V2Agent.invalid("cwd is needed");
        }
        if (strict && !cwd.asText().startsWith("/")) {
            throw V2Agent.invalid("cwd must be absolute");
        }
        return cwd.asText();
    }

    void check(JsonNode params) {
        Set<String> names = new HashSet<>();
        for (JsonNode server : params.path("mcpServers")) {
            String type = server.path("type").asText();
            if (!Set.of("stdio", "http").contains(type) && !agent.faults.has("takes-any-server")) {
                throw new ReferenceAgent.Refused(
                        agent.faults.has("odd-code-for-servers") ? -32603 : -32602, "Not a server that it knows");
            }
            if (!names.add(server.path("name").asText()) && !agent.faults.has("takes-twins")) {
                throw V2Agent.invalid("Two servers have one name");
            }
            if (agent.faults.has("wants-arguments") && type.equals("stdio") && !server.has("args")) {
                throw V2Agent.invalid("args are needed");
            }
        }
        if (agent.faults.has("takes-no-null") && params.path("mcpServers").isNull()) {
            throw V2Agent.invalid("mcpServers must be a list");
        }
        checkSystemPrompt(params);
        for (JsonNode directory : params.path("additionalDirectories")) {
            if (!directory.asText().startsWith("/") && !agent.faults.has("relative-directories")) {
                throw V2Agent.invalid("Directories must be absolute");
            }
        }
    }

    private void checkSystemPrompt(JsonNode params) {
        JsonNode prompt = params.path("systemPrompt");
        if (!prompt.isObject()) {
            return;
        }
        if (agent.faults.has("takes-no-system-prompt")) {
            throw V2Agent.invalid("There is a system prompt already");
        }
        boolean lenient =
                agent.faults.has(params.has("sessionId") ? "resumes-with-any-system-prompt" : "takes-any-mode");
        if (!prompt.path("mode").asText().equals("append") && !lenient) {
            throw V2Agent.invalid("The mode is not supported");
        }
        for (JsonNode block : prompt.path("content")) {
            if (!block.path("type").asText().equals("text") && !agent.faults.has("takes-any-system-content")) {
                throw V2Agent.invalid("A system prompt is text");
            }
        }
    }
}
