package io.acp4j.inspector.recording;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that shows the time of the frame that is written next: frames of a file or a report keep their own times. */
public final class FrameClock extends Clock {

    private volatile Instant now = Instant.EPOCH;

    /**
     * Sets the time that is shown from now on.
     *
     * @param time the time
     */
    public void set(Instant time) {
        now = time;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
