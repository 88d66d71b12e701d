package io.acp4j.inspector.browser;

import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.transport.stdio.AgentCommand;
import java.nio.file.Path;

/** Agents that are shell scripts, for behaviour that no library has. */
final class ShellAgent {

    private ShellAgent() {}

    static AgentSource of(Path directory, String script) {
        return new AgentSource(
                "broken-agent",
                directory,
                errors -> AgentCommand.of("/bin/sh", "-c", script)
                        .transport()
                        .onStderrLine(errors)
                        .launch());
    }

    /** Returns a script that responds to one request after another with these results, and then ends. */
    static String responses(String... results) {
        StringBuilder script = new StringBuilder();
        for (String result : results) {
            script.append("read -r line; id=$(printf %s \"$line\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')\n")
                    .append("printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" '")
                    .append(result)
                    .append("'\n");
        }
        return script.toString();
    }
}
