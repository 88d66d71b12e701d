package io.acp4j.inspector;

import io.acp4j.inspector.check.LiveFindings;
import io.acp4j.inspector.drive.WatchedWire;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.replay.ReplayFrames;
import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frames of replays as a conversation to be looked at: the log has those of all replays, and what is shown is the newest. */
final class ReplayedWire implements ReplayFrames, AutoCloseable {

    /** The id of the log among the sources of a page. */
    static final String SOURCE = "replay";

    private static final int MAX_ROWS = 200_000;
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    private final StateBoard board;
    private final FrameLog log;
    private final LiveFindings findings;
    private volatile @Nullable WatchedWire wire;

    private ReplayedWire(StateBoard board, FrameLog log) {
        this.board = board;
        this.log = log;
        WireTopic.show(log, board, "wire@" + SOURCE);
        this.findings = new LiveFindings(log, board, "findings@" + SOURCE);
    }

    static ReplayedWire create(StateBoard board) throws IOException {
        return new ReplayedWire(board, FrameLog.create(MAX_ROWS, MAX_BYTES, Clock.systemUTC()));
    }

    /** Returns the conversation of the newest replay, if there is one. */
    List<WatchedWire> wires() {
        WatchedWire now = wire;
        return now == null ? List.of() : List.of(now);
    }

    @Override
    public FrameLog log() {
        return log;
    }

    @Override
    public void begin(String name) {
        WatchedWire before = wire;
        if (before != null) {
            before.close();
        }
        wire = new WatchedWire("Replay of " + name, SOURCE, "replaying", log, board);
        log.event("replaying " + name);
    }

    @Override
    public void frame(Direction direction, byte[] frame) {
        log.onFrame(direction, frame, 0, frame.length);
        WatchedWire now = wire;
        if (now != null) {
            now.frame(direction == Direction.OUTBOUND, Instant.now(), frame);
        }
    }

    @Override
    public void ended() {
        log.connectionEnded();
        WatchedWire now = wire;
        if (now != null) {
            now.state("replayed");
        }
    }

    @Override
    public void close() throws IOException {
        findings.close();
        log.close();
    }
}
