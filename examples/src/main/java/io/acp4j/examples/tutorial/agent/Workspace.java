package io.acp4j.examples.tutorial.agent;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.method.Methods;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a session's directory: through the client where it has a file system, else on the agent's own disk. */
record Workspace(Path root) {

    // snippet:workspace
    static Workspace of(AgentSession session) {
        return new Workspace(Path.of(session.cwd()).normalize());
    }

    /** Returns an absolute path, and refuses what is outside: the model chooses the path, and models make mistakes. */
    String resolve(String path) {
        Path file = root.resolve(path).normalize();
        if (path.isBlank() || !file.startsWith(root)) {
            throw new IllegalArgumentException("the path is not in the project");
        }
        return file.toString();
    }

    static String read(PromptTurn turn, String path) {
        if (turn.client().supports(Methods.FS_READ_TEXT_FILE)) {
            return turn.client().readTextFile(path);
        }
        try {
            return Files.readString(Path.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException("the file cannot be read", e);
        }
    }
    // end

    static void write(PromptTurn turn, String path, String text) {
        if (turn.client().supports(Methods.FS_WRITE_TEXT_FILE)) {
            turn.client().writeTextFile(path, text);
            return;
        }
        try {
            Files.writeString(Path.of(path), text);
        } catch (IOException e) {
            throw new UncheckedIOException("the file cannot be written", e);
        }
    }
}
