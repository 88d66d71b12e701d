package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.http.EventStream;
import io.acp4j.tck.internal.http.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A stream of events that is open, and of which nothing is read until the scenario wants it. Used by one scenario's thread. */
public final class UnreadEvents {

    private static final long LOOK_MILLIS = 10;

    private final HttpExchange exchange;
    private final Waits waits;

    UnreadEvents(HttpExchange exchange, Waits waits) {
        this.exchange = exchange;
        this.waits = waits;
    }

    /** Waits until a number of bytes is there to be read; false when they have not come. */
    public boolean await(int bytes) throws InterruptedException {
        Duration limit = waits.response();
        CountDownLatch never = new CountDownLatch(1);
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (exchange.arrived() < bytes) {
                if (System.nanoTime() > end) {
                    waits.recordTimeout();
                    return false;
                }
                boolean unused = never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Begins to read. */
    public HttpEvents read() {
        try {
            HttpEvents events = new HttpEvents(exchange.head(), waits, session -> {});
            var unused = new EventStream(exchange, events);
            return events;
        } catch (IOException e) {
            throw new NotTestable("the stream of events has broken off: " + e.getMessage());
        }
    }
}
