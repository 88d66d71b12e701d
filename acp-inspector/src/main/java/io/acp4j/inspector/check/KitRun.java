package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.VisibleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the conformance kit against the agent of the command line, one run at a time, in a process of its own that starts the agent
 * anew; shows how it gets on, and what came of it. Safe for use by many threads.
 */
public final class KitRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KitRun.class);
    private static final Pattern PROGRESS =
            Pattern.compile("(\\d{1,6})/(\\d{1,6}) (FAIL|ok  ) (\\S{1,200}) \\(\\d+ ms\\)");
    private static final int MAX_LINE = 500;

    private enum State {
        IDLE,
        RUNNING,
        STOPPING,
        ENDED,
        STOPPED,
        FAILED
    }

    private final Supplier<List<String>> subject;
    private final IntSupplier version;
    private final StateBoard board;
    private final KitLog log;
    private final KitResults results = new KitResults();
    private State state = State.IDLE;
    private KitSelection selection = new KitSelection("", Set.of(), false);
    private int protocol;
    private int finished;
    private int total;
    private int wrong;
    private String last = "";
    private @Nullable KitProcess process;
    private boolean isClosed;

    /**
     * Creates what can run the kit.
     *
     * @param subject returns the arguments with which the kit reaches the agent; empty if it cannot
     * @param version the version of the protocol to certify, asked for when a run begins
     * @param board shows it, as the topic {@code kit}
     * @param log takes the frames
     */
    public KitRun(Supplier<List<String>> subject, IntSupplier version, StateBoard board, KitLog log) {
        this.subject = subject;
        this.version = version;
        this.board = board;
        this.log = log;
        show();
    }

    /**
     * Begins a run.
     *
     * @param text ids, areas and patterns with commas between them; empty for all
     * @param profiles the profiles to check besides the published protocol; those that contain a named requirement are added
     * @throws PageException when there is a run already, when the kit cannot reach the agent, or the selection is none
     */
    public void start(String text, Collection<String> profiles) {
        start(KitSelection.of(text, profiles, version.getAsInt()));
    }

    /**
     * Begins a run of the named scenarios of forks.
     *
     * @throws PageException when there is a run already, or when the kit cannot reach the agent
     */
    public void startScenarios() {
        start(KitSelection.ofScenarios());
    }

    private void start(KitSelection wanted) {
        synchronized (this) {
            List<String> agent = subject.get();
            if (agent.isEmpty()) {
                throw new PageException("the kit cannot reach this agent");
            }
            if (process != null || isClosed) {
                throw new PageException("a run is in progress");
            }
            protocol = version.getAsInt();
            try {
                process = KitProcess.start(agent, protocol, wanted);
            } catch (IOException e) {
                throw new PageException("the kit could not be started: " + e.getMessage());
            }
            state = State.RUNNING;
            selection = wanted;
            finished = 0;
            total = 0;
            wrong = 0;
            last = "";
            KitProcess started = process;
            Thread follower = new Thread(() -> follow(started), "inspector-kit");
            follower.setDaemon(true);
            follower.start();
        }
        show();
    }

    /** Ends the run that is under way, if there is one; what it has found is lost. */
    public void stop() {
        KitProcess running;
        synchronized (this) {
            running = process;
            if (running != null) {
                state = State.STOPPING;
            }
        }
        if (running != null) {
            show();
            running.stop();
        }
    }

    /**
     * Returns what went over the connections of a scenario when it ran last.
     *
     * @param scenario its name
     * @return its connections; none when nothing was kept
     */
    public ObjectNode evidence(String scenario) {
        return results.evidence(scenario);
    }

    /**
     * Returns the requirements that a run can check, in the version of the connection.
     *
     * @return their ids, areas, profiles and texts
     */
    public ObjectNode catalogue() {
        return KitSelection.catalogue(version.getAsInt());
    }

    private void follow(KitProcess running) {
        Instant begun = Instant.now();
        String problem = "";
        try (BufferedReader lines = running.errorLines()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher progress = PROGRESS.matcher(line);
                if (progress.matches()) {
                    progressed(progress);
                } else if (!line.isBlank() && problem.isEmpty()) {
                    // What follows it is how the kit is used.
                    problem = VisibleText.line(line.substring(0, Math.min(MAX_LINE, line.length())));
                }
            }
        } catch (IOException e) {
            LOG.debug("the kit was ended", e);
        }
        ended(running, problem, begun);
    }

    private void progressed(Matcher progress) {
        synchronized (this) {
            finished = Integer.parseInt(progress.group(1));
            total = Integer.parseInt(progress.group(2));
            wrong += progress.group(3).equals("FAIL") ? 1 : 0;
            last = VisibleText.line(progress.group(4));
        }
        show();
    }

    private void ended(KitProcess running, String problem, Instant begun) {
        JsonNode report = null;
        String why = problem;
        KitSelection chosen;
        synchronized (this) {
            chosen = selection;
        }
        try {
            report = running.report();
        } catch (IOException e) {
            why = why.isEmpty() ? String.valueOf(e.getMessage()) : why;
        }
        running.close();
        if (report != null) {
            // First the frames, so that what is found can lead to them.
            log.add(report, begun, chosen.only());
        }
        synchronized (this) {
            process = null;
            if (state == State.RUNNING) {
                state = report == null ? State.FAILED : State.ENDED;
                last = report == null ? why : "";
                if (report != null) {
                    results.take(report, chosen);
                }
            } else {
                state = State.STOPPED;
            }
        }
        show();
    }

    /** Shows the state of the run, and whether the kit can reach the agent. */
    public void show() {
        board.put("kit", this::json);
    }

    private synchronized ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("can", !subject.get().isEmpty()).put("state", state.name().toLowerCase(Locale.ROOT));
        ArrayNode profiles = node.putArray("profiles");
        selection.profiles().stream().sorted().forEach(profiles::add);
        node.put("scenarios", selection.isScenarios());
        node.put("only", selection.only())
                .put("protocol", protocol)
                .put("finished", finished)
                .put("total", total)
                .put("wrong", wrong);
        node.put("last", last);
        results.show(node);
        return node;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        stop();
    }
}
