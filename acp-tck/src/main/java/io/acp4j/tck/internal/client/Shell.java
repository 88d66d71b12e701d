package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Unmet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
        long deadline = System.nanoTime() + stage.probe().settings().timeout().toNanos() / 2;
        String pid = work.read("pid");
        while (!pid.matches("\\d+") && System.nanoTime() < deadline) {
            stage.link().pause();
            pid = work.read("pid");
        }
        if (!pid.matches("\\d+")) {
            throw new Unmet("The command did not start");
        }
        return Long.parseLong(pid);
    }

    /** Waits for the end of a process. */
    boolean ends(long pid) throws InterruptedException {
        ProcessHandle process = ProcessHandle.of(pid).orElse(null);
        if (process == null) {
            return true;
        }
        try {
            process.onExit().get(stage.probe().settings().timeout().toMillis() / 3, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            process.destroyForcibly();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("A process cannot be waited for", e);
        }
    }
}
