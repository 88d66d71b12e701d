package io.acp4j.inspector.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.link.Opening;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.Logs;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replays conversations against the agent of the command line, one at a time, each to an agent that is started for it; shows how
 * that gets on, and where the agent does something else. Safe for use by many threads.
 */
public final class ReplayRun implements AutoCloseable {

    /** How long the agent may take for its next step when nobody says how long. */
    public static final int DEFAULT_SECONDS = 60;

    private static final Logger LOG = LoggerFactory.getLogger(ReplayRun.class);
    private static final int MAX_SECONDS = 3_600;
    private static final int MAX_ERROR_LINE = 500;

    private enum State {
        IDLE,
        RUNNING,
        STOPPING,
        ENDED,
        STOPPED,
        FAILED
    }

    private final Opening agent;
    private final Logs logs;
    private final StateBoard board;
    private final ReplayFrames frames;
    private final Object adding = new Object();
    private State state = State.IDLE;
    private Order order = new Order("", false, DEFAULT_SECONDS, "");
    private int played;
    private int total;
    private String problem = "";
    private @Nullable ObjectNode result;
    private @Nullable RawLink link;
    private @Nullable Thread player;
    private boolean isClosed;

    /** What is replayed, and how: the id of its source, and a directory that takes the place of the recorded ones, if any. */
    private record Order(String source, boolean structure, int seconds, String cwd) {}

    /**
     * Creates what can replay.
     *
     * @param agent opens transports to the agent
     * @param logs has the conversations
     * @param board shows it, as the topic {@code replay}
     * @param frames takes the frames
     */
    public ReplayRun(Opening agent, Logs logs, StateBoard board, ReplayFrames frames) {
        this.agent = agent;
        this.logs = logs;
        this.board = board;
        this.frames = frames;
        show();
    }

    /**
     * Begins a replay.
     *
     * @param source the id of the conversation; empty for the newest one with the agent itself
     * @param name what pages call it
     * @param structure whether only what happens is compared, not what is said
     * @param seconds how long the agent may take for its next step
     * @param cwd a directory that takes the place of the recorded ones; empty to leave them
     * @throws PageException when there is a replay already, or nothing to be replayed
     */
    public void start(String source, String name, boolean structure, int seconds, String cwd) {
        if (seconds < 1 || seconds > MAX_SECONDS) {
            throw new PageException("the agent gets from 1 to " + MAX_SECONDS + " seconds for a step");
        }
        if (!cwd.isEmpty() && !Path.of(cwd).isAbsolute()) {
            throw new PageException("the directory of a session is an absolute path");
        }
        FrameLog from = logs.find(source);
        if (from == null || from.equals(frames.log())) {
            throw new PageException("this conversation cannot be replayed");
        }
        ReplaySource recording = ReplaySource.of(from);
        synchronized (this) {
            if (player != null || isClosed) {
                throw new PageException("a replay is in progress");
            }
            state = State.RUNNING;
            order = new Order(source, structure, seconds, cwd);
            played = 0;
            total = recording.frames().size();
            problem = "";
            result = null;
            Order now = order;
            Thread started = new Thread(() -> run(recording, now, name), "inspector-replay");
            started.setDaemon(true);
            player = started;
            started.start();
        }
        show();
    }

    /** Ends the replay that is under way, if there is one, and its agent. */
    public void stop() {
        RawLink open;
        synchronized (this) {
            if (player == null) {
                return;
            }
            state = State.STOPPING;
            open = link;
        }
        show();
        if (open != null) {
            open.close();
        }
    }

    private void run(ReplaySource recording, Order how, String name) {
        frames.begin(name);
        String why = "";
        ObjectNode found = null;
        try (RawLink opened = new RawLink(agent.open(this::errorLine))) {
            begun(opened);
            List<Long> liveRows = new ArrayList<>();
            Replay replay = new Replay(
                    recording.frames(),
                    opened,
                    how.structure(),
                    Duration.ofSeconds(how.seconds()),
                    how.cwd().isEmpty() ? null : how.cwd(),
                    listener(liveRows));
            Divergence divergence = replay.play();
            found = new ReplayResult(replay.same(), divergence, recording.rows(), liveRows).toJson();
        } catch (IOException | AcpException e) {
            LOG.debug("a replay could not be carried out", e);
            why = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = "it was interrupted";
        } catch (RuntimeException e) {
            LOG.warn("a replay has failed", e);
            why = "the inspector has failed: " + e;
        }
        frames.ended();
        synchronized (this) {
            link = null;
            player = null;
            if (state == State.STOPPING) {
                state = State.STOPPED;
            } else {
                state = found == null ? State.FAILED : State.ENDED;
                result = found;
                problem = VisibleText.line(why);
            }
        }
        show();
    }

    private synchronized void begun(RawLink opened) {
        link = opened;
        if (state == State.STOPPING) {
            opened.close();
        }
    }

    private void errorLine(String line) {
        synchronized (adding) {
            frames.log().event("error output: " + line.substring(0, Math.min(MAX_ERROR_LINE, line.length())));
        }
    }

    /** Puts the frames into the log, and remembers their rows. */
    private ReplayListener listener(List<Long> rows) {
        return new ReplayListener() {
            @Override
            public void sending(byte[] frame) {
                add(Direction.OUTBOUND, frame);
            }

            @Override
            public void received(byte[] frame) {
                add(Direction.INBOUND, frame);
            }

            private void add(Direction direction, byte[] frame) {
                synchronized (adding) {
                    // The agent's error output adds rows, too.
                    rows.add(frames.log().end());
                    frames.frame(direction, frame);
                }
            }

            @Override
            public void played(int count) {
                synchronized (ReplayRun.this) {
                    played = count;
                }
                show();
            }
        };
    }

    private void show() {
        board.put("replay", this::json);
    }

    private synchronized ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("state", state.name().toLowerCase(Locale.ROOT)).put("source", order.source());
        node.put("structure", order.structure()).put("seconds", order.seconds()).put("cwd", order.cwd());
        node.put("played", played).put("frames", total).put("problem", problem);
        node.set("result", result);
        return node;
    }

    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            isClosed = true;
            running = player;
        }
        stop();
        if (running != null) {
            try {
                running.join(Duration.ofSeconds(10).toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
