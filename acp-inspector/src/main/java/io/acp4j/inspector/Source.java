package io.acp4j.inspector;

import io.acp4j.inspector.check.LiveFindings;
import io.acp4j.inspector.drive.WatchedWire;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.recording.WireFrame;
import java.io.IOException;

/** A conversation of others, with its log: a recording, or what passes a tap. Frames are given by one thread at a time. */
final class Source implements AutoCloseable {

    private final String id;
    private final String name;
    private final FrameLog log;
    private final WatchedWire wire;
    private final LiveFindings findings;

    Source(String id, String name, String state, StateBoard board) throws IOException {
        this.id = id;
        this.name = name;
        this.log = FrameLog.create();
        this.wire = new WatchedWire(name, id, state, log, board);
        WireTopic.show(log, board, "wire@" + id);
        this.findings = new LiveFindings(log, board, "findings@" + id);
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    FrameLog log() {
        return log;
    }

    WatchedWire wire() {
        return wire;
    }

    void frame(WireFrame frame) {
        log.recorded(frame.direction(), frame.time(), frame.bytes());
        wire.frame(frame.fromClient(), frame.time(), frame.bytes());
    }

    @Override
    public void close() throws IOException {
        findings.close();
        log.close();
    }
}
