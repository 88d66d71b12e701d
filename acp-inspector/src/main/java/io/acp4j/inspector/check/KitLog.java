package io.acp4j.inspector.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.recording.FrameClock;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The frames of runs of the kit, in a log of their own: as far as its reports have them, scenario by scenario, with the requirements
 * that each shows, and what came of them then. The topic {@code evidence} says which rows are whose; frames of earlier runs keep
 * what was said of them, as long as they are kept. Runs are added by one thread at a time.
 */
public final class KitLog implements AutoCloseable {

    /** The id of the log among the sources of a page. */
    public static final String SOURCE = "kit";

    private static final int MAX_ROWS = 200_000;
    private static final long MAX_BYTES = 256L * 1024 * 1024;
    private static final int MAX_SCENARIOS = 2_000;

    private final FrameLog log;
    private final FrameClock clock;
    private final StateBoard board;
    private final List<Scenario> scenarios = new ArrayList<>();

    /** A run: which one, when it began, and what it was to check; empty for all. */
    private record Run(int number, Instant begun, String only) {}

    /** Which rows a scenario has in a run, from the first up to, but without, the last number. */
    private record Scenario(Run run, String name, long from, long end, ArrayNode requirements) {}

    private int runs;

    private KitLog(FrameLog log, FrameClock clock, StateBoard board) {
        this.log = log;
        this.clock = clock;
        this.board = board;
        board.put(
                "connection@" + SOURCE,
                () -> JsonNodeFactory.instance
                        .objectNode()
                        .put("source", "Checks")
                        .put("state", "checks")
                        .put("readOnly", true));
        show();
    }

    /**
     * Returns an empty log.
     *
     * @param board shows which rows are whose
     * @return the log, to be closed
     * @throws IOException when its directory, one of the system's temporary ones, cannot be made
     */
    public static KitLog create(StateBoard board) throws IOException {
        FrameClock clock = new FrameClock();
        return new KitLog(FrameLog.create(MAX_ROWS, MAX_BYTES, clock), clock, board);
    }

    /**
     * Returns the frames.
     *
     * @return the log; rows without a direction say which scenario begins, and what the kit has noted
     */
    public FrameLog log() {
        return log;
    }

    /** Adds what the report of a run has; {@code only} is what it was to check, empty for all. */
    void add(JsonNode report, Instant begun, String only) {
        Run run = new Run(++runs, begun, only);
        Instant at = begun;
        for (JsonNode scenario : report.path("scenarios")) {
            if (scenario.has("connections")) {
                add(report, scenario, at, run);
            }
            at = at.plusMillis(scenario.path("millis").asLong());
        }
        show();
    }

    private void add(JsonNode report, JsonNode scenario, Instant begun, Run run) {
        String name = scenario.path("name").asText();
        ArrayNode requirements = requirements(report, name);
        long from = log.end();
        clock.set(begun);
        for (JsonNode connection : scenario.path("connections")) {
            log.event("scenario " + name);
            for (JsonNode entry : connection.path("transcript")) {
                clock.set(begun.plusMillis(entry.path("millis").asLong()));
                add(entry);
            }
            log.connectionEnded();
        }
        if (log.end() > from) {
            synchronized (this) {
                scenarios.add(new Scenario(run, name, from, log.end(), requirements));
                if (scenarios.size() > MAX_SCENARIOS) {
                    scenarios.remove(0);
                }
            }
        }
    }

    private void add(JsonNode entry) {
        String text = entry.path("text").asText();
        switch (entry.path("direction").asText()) {
            case "sent" -> log.recorded(Direction.OUTBOUND, clock.instant(), text.getBytes(UTF_8));
            case "received" -> log.recorded(Direction.INBOUND, clock.instant(), text.getBytes(UTF_8));
            default -> log.event(text);
        }
    }

    /** The requirements that a scenario shows; what has failed first. */
    private static ArrayNode requirements(JsonNode report, String scenario) {
        ArrayNode failed = JsonNodeFactory.instance.arrayNode();
        ArrayNode others = JsonNodeFactory.instance.arrayNode();
        for (JsonNode requirement : report.path("requirements")) {
            String outcome = requirement.path("outcome").asText().toLowerCase(Locale.ROOT);
            for (JsonNode each : requirement.path("scenarios")) {
                if (each.asText().equals(scenario)) {
                    (outcome.equals("fail") ? failed : others)
                            .addObject()
                            .put("id", VisibleText.line(requirement.path("id").asText()))
                            .put("outcome", outcome);
                }
            }
        }
        return failed.addAll(others);
    }

    private void show() {
        board.put("evidence", this::json);
    }

    private synchronized ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode all = node.putArray("scenarios");
        long first = log.first();
        for (Iterator<Scenario> each = scenarios.iterator(); each.hasNext(); ) {
            Scenario scenario = each.next();
            if (scenario.from() >= first) {
                all.addObject()
                        .put("name", VisibleText.line(scenario.name()))
                        .put("run", scenario.run().number())
                        .put("begun", scenario.run().begun().toEpochMilli())
                        .put("only", scenario.run().only())
                        .put("from", scenario.from())
                        .put("end", scenario.end())
                        .set("requirements", scenario.requirements());
            } else {
                each.remove();
            }
        }
        return node;
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
