package io.acp4j.rpc;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Everything that the engine logs, from all levels, while it is open. */
final class Capture extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.acp4j.rpc");
    private final Level before = logger.getLevel();

    Capture() {
        start();
        logger.setLevel(Level.TRACE);
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(event.getLevel() + " " + event.getFormattedMessage());
        for (IThrowableProxy e = event.getThrowableProxy(); e != null; e = e.getCause()) {
            line.append(' ').append(e.getClassName()).append(": ").append(e.getMessage());
        }
        lines.add(line.toString());
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
        stop();
    }
}
