package io.acp4j.inspector.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.link.Opening;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What several agents offer, side by side: those of the command line, each started for it and asked, and those of recordings. Safe
 * for use by many threads.
 */
public final class MatrixRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MatrixRun.class);

    /** How long an agent may take to respond. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** How many agents are asked at a time. */
    private static final int AT_A_TIME = 4;

    /**
     * An agent that can be asked.
     *
     * @param name what pages call it
     * @param opening opens transports to it
     * @param log what was said with it here; null for one with which nobody talks
     */
    public record Agent(
            String name, Opening opening, @Nullable FrameLog log) {

        /**
         * Creates an agent with which nobody talks.
         *
         * @param name what pages call it
         * @param opening opens transports to it
         */
        public Agent(String name, Opening opening) {
            this(name, opening, null);
        }
    }

    /**
     * An agent that is only known from what it has sent.
     *
     * @param name what pages call it
     * @param log its frames
     */
    public record Recorded(String name, FrameLog log) {}

    /**
     * What is known of an agent: its offers when it has responded, else why there are none; neither while it is asked, or before.
     * And what was seen of it, where somebody has talked with it.
     */
    private static final class Column {
        private final String name;
        private final boolean isLive;
        private @Nullable Map<String, String> offers;
        private @Nullable String problem;
        private @Nullable Observed observed;
        private long millis = -1;

        Column(String name, boolean isLive) {
            this.name = name;
            this.isLive = isLive;
        }
    }

    private final Supplier<List<Agent>> agents;
    private final Supplier<List<Recorded>> recorded;
    private final StateBoard board;
    private final ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME, task -> {
        Thread thread = new Thread(task, "inspector-matrix");
        thread.setDaemon(true);
        return thread;
    });
    private final List<RawLink> open = new ArrayList<>();
    private List<Column> columns = List.of();
    private int protocol;
    private int asked;
    private boolean isClosed;

    /**
     * Creates a matrix of nothing.
     *
     * @param agents returns the agents to compare
     * @param recorded gives those of recordings
     * @param protocol the version of the protocol that agents are asked for unless somebody names another one
     * @param board shows it, as the topic {@code matrix}
     */
    public MatrixRun(Supplier<List<Agent>> agents, Supplier<List<Recorded>> recorded, int protocol, StateBoard board) {
        this.agents = agents;
        this.recorded = recorded;
        this.protocol = protocol;
        this.board = board;
        show();
    }

    /**
     * Asks all agents anew.
     *
     * @param version the version of the protocol that they are asked for, 1 or 2
     * @throws PageException when they are being asked already
     */
    public void start(int version) {
        if (version != 1 && version != 2) {
            throw new PageException("versions of the protocol are 1 and 2");
        }
        List<Agent> all = agents.get();
        List<Column> live;
        synchronized (this) {
            if (asked > 0 || isClosed) {
                throw new PageException("the agents are already being queried");
            }
            protocol = version;
            asked = all.size();
            live = all.stream().map(agent -> new Column(agent.name(), true)).toList();
        }
        fill(live);
        for (int i = 0; i < all.size(); i++) {
            Agent agent = all.get(i);
            Column column = live.get(i);
            var unused = CompletableFuture.runAsync(() -> ask(agent, column, version), workers);
        }
    }

    /** Looks again at what was said so far, and asks nobody. */
    public void look() {
        List<Column> live;
        synchronized (this) {
            live = columns.stream().filter(column -> column.isLive).toList();
        }
        fill(
                live.isEmpty()
                        ? agents.get().stream()
                                .map(agent -> new Column(agent.name(), true))
                                .toList()
                        : live);
    }

    /** Shows agents that can be asked, then those of recordings, with what was seen of each. */
    private void fill(List<Column> live) {
        List<@Nullable Observed> seen = new ArrayList<>();
        for (Agent agent : agents.get()) {
            FrameLog log = agent.log();
            seen.add(log == null ? null : Observed.of(log));
        }
        List<Column> now = new ArrayList<>(live);
        recorded.get().forEach(each -> now.add(of(each)));
        synchronized (this) {
            for (int i = 0; i < live.size(); i++) {
                Observed observed = seen.get(i);
                Column column = live.get(i);
                column.observed = observed;
                // Until it is asked, it offers what it has said to the client that drives it.
                boolean wasAsked = asked > 0 || column.millis >= 0 || column.problem != null;
                JsonNode result = observed == null || wasAsked ? null : observed.initialized();
                column.offers = result == null ? column.offers : Offers.of(result);
            }
            columns = List.copyOf(now);
        }
        show();
    }

    private static Column of(Recorded recording) {
        Column column = new Column(recording.name(), false);
        Observed observed = Observed.of(recording.log());
        JsonNode result = observed.initialized();
        column.observed = observed;
        column.offers = result == null ? null : Offers.of(result);
        column.problem = result == null ? "it has no response to initialize" : null;
        return column;
    }

    private void ask(Agent agent, Column column, int version) {
        long start = System.nanoTime();
        Map<String, String> offers = null;
        String problem = null;
        try (RawLink link = new RawLink(agent.opening().open(line -> {}))) {
            begin(link);
            JsonNode result = Offers.ask(link, version, LIMIT);
            String end = link.end();
            offers = result == null ? null : Offers.of(result);
            problem = result != null ? null : end == null ? "no response in " + LIMIT.toSeconds() + " s" : end;
            finish(link);
        } catch (IOException | AcpException e) {
            problem = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        } catch (RuntimeException e) {
            LOG.warn("an agent could not be asked", e);
            problem = "the inspector has failed: " + e;
        }
        synchronized (this) {
            column.offers = offers;
            column.problem = problem;
            column.millis = offers == null
                    ? -1
                    : Duration.ofNanos(System.nanoTime() - start).toMillis();
            asked--;
        }
        show();
    }

    private synchronized void begin(RawLink link) {
        open.add(link);
        if (isClosed) {
            link.close();
        }
    }

    private synchronized void finish(RawLink link) {
        open.remove(link);
    }

    private void show() {
        board.put("matrix", this::json);
    }

    private synchronized ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("running", asked > 0)
                .put("protocol", protocol)
                .put("live", agents.get().size());
        ArrayNode list = node.putArray("agents");
        for (Column column : columns) {
            ObjectNode one = list.addObject().put("name", VisibleText.line(column.name));
            one.put("kind", column.isLive ? "live" : "recorded");
            if (column.problem != null) {
                one.put("problem", VisibleText.line(column.problem));
            }
            if (column.millis >= 0) {
                one.put("millis", column.millis);
            }
            if (column.offers != null) {
                ObjectNode offers = one.putObject("offers");
                column.offers.forEach(offers::put);
            }
            if (column.observed != null) {
                one.set("observed", column.observed.json());
            }
        }
        return node;
    }

    @Override
    public void close() {
        List<RawLink> links;
        synchronized (this) {
            isClosed = true;
            links = List.copyOf(open);
        }
        links.forEach(RawLink::close);
        workers.shutdown();
    }
}
