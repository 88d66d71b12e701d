package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminals of a client, as one session uses them. */
final class Shell {

    private final Stage stage;
    private final String session;
    private String last = "";

    Shell(Stage stage, String session) {
        this.stage = stage;
        this.session = session;
    }

    void check(String requirement, boolean fulfilled, String expected, Object observed) {
        stage.check(requirement, fulfilled, expected, observed);
    }

    ObjectNode script(String text) {
        return obj("command", "sh", "args", arr("-c", text));
    }

    Reply create(ObjectNode command) throws InterruptedException {
        return stage.call("terminal/create", command.put("sessionId", session));
    }

    /** Makes a terminal, or ends the scenario. */
    String made(ObjectNode command) throws InterruptedException {
        last = create(command).need("terminal/create").path("terminalId").asText();
        return last;
    }

    /** The terminal that was made last. */
    String last() {
        return last;
    }

    Call start(String method, String terminal) {
        return stage.link().start(method, obj("sessionId", session, "terminalId", terminal));
    }

    Reply call(String method, String terminal) throws InterruptedException {
        return start(method, terminal).await();
    }

    String outputAtEnd(String terminal) throws InterruptedException {
        call("terminal/wait_for_exit", terminal);
        return call("terminal/output", terminal).at("/result/output").asText("");
    }

    /** Waits for the command to write its process id into the file {@code pid}; asks the client meanwhile. */
    long awaitPid(Workspace work) throws InterruptedException {
        if (!stage.link().awaitOutside(() -> work.read("pid").matches("\\d+"))) {
            throw new NotTestable("The command did not start");
        }
        return Long.parseLong(work.read("pid"));
    }

    /** Waits until a terminal shows something. */
    boolean awaitOutput(String terminal, String text) throws InterruptedException {
        return stage.link()
                .awaitOutside(() -> call("terminal/output", terminal)
                        .at("/result/output")
                        .asText()
                        .contains(text));
    }

    /** Waits for the end of a process; ends it itself when it does not. */
    boolean ends(long pid) throws InterruptedException {
        ProcessHandle process = ProcessHandle.of(pid).orElse(null);
        if (process == null || stage.link().awaitOutside(() -> !process.isAlive() || isZombie(pid))) {
            return true;
        }
        process.destroyForcibly();
        return false;
    }

    /** Returns whether a process has ended and nobody has collected it: not every machine has something that does. */
    private static boolean isZombie(long pid) {
        try {
            // The state follows the name, which stands in parentheses and may have any characters.
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }
}
