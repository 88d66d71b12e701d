package io.acp4j.rpc.internal.text;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Warnings about what one peer sends, which must not fill the log: the first ones are logged one by one, then how many there are, each
 * time that their number has doubled. All others are logged as debug. Safe for use by any number of threads.
 */
public final class PeerWarnings {

    /** How many are logged one by one. */
    static final int EACH = 20;

    private final AtomicLong count = new AtomicLong();

    /** Logs a warning, unless there were too many before. */
    public void warn(Logger log, String format, Object... arguments) {
        long number = count.incrementAndGet();
        if (number <= EACH) {
            log.warn(format, arguments);
        } else {
            log.debug(format, arguments);
        }
        if (number >= EACH && Long.bitCount(number) == 1) {
            log.warn("there are {} warnings about one peer by now; they are logged as debug", number);
        }
    }
}
