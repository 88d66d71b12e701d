package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.recording.Spool;
import io.acp4j.inspector.recording.WireFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what taps keep while they keep it. */
public final class SpoolWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SpoolWatch.class);
    private static final long EVERY_MILLIS = 200;

    /** Is told what passes a tap, by one thread. */
    public interface Reader {

        /**
         * Takes the next frame.
         *
         * @param frame the frame
         */
        void frame(WireFrame frame);

        /**
         * Takes what has happened.
         *
         * @param time when
         * @param what for people
         */
        void event(Instant time, String what);

        /** The agent has ended. */
        void ended();
    }

    /** Makes readers. */
    @FunctionalInterface
    public interface Readers {

        /**
         * Returns the reader of a tap.
         *
         * @param name what the tap stands for: its command
         * @return the reader
         * @throws IOException when there can be none
         */
        Reader of(String name) throws IOException;
    }

    private static final class Watched {
        private final Spool.Reader spool;
        private @Nullable Reader reader;
        private boolean isOver;

        Watched(Path file) {
            spool = new Spool.Reader(file);
        }
    }

    private final TapDirectory directory;
    private final Readers readers;
    private final Map<Path, Watched> files = new LinkedHashMap<>();
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "inspector-taps");
        thread.setDaemon(true);
        return thread;
    });

    private SpoolWatch(TapDirectory directory, Readers readers) {
        this.directory = directory;
        this.readers = readers;
        var unused = worker.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Begins to read.
     *
     * @param directory where taps keep what passes them
     * @param readers makes a reader for each tap, also for those that have ended
     * @return the watch, to be closed
     */
    public static SpoolWatch start(Path directory, Readers readers) {
        return new SpoolWatch(new TapDirectory(directory), readers);
    }

    private void look() {
        try {
            for (Path file : directory.spools()) {
                Watched watched = files.computeIfAbsent(file, Watched::new);
                if (!watched.isOver) {
                    read(file, watched);
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the directory of taps cannot be read", e);
        }
    }

    private void read(Path file, Watched watched) {
        try {
            for (Spool.Entry entry = watched.spool.next(); entry != null; entry = watched.spool.next()) {
                take(watched, entry);
                if (watched.isOver) {
                    watched.spool.close();
                    return;
                }
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be read any further", file.getFileName(), e);
            watched.isOver = true;
        }
    }

    private void take(Watched watched, Spool.Entry entry) throws IOException {
        if (entry.kind() == Spool.Kind.NAME) {
            watched.reader = readers.of(new String(entry.bytes(), UTF_8));
            return;
        }
        Reader reader = watched.reader;
        if (reader == null) {
            throw new IOException("has no name at its beginning");
        }
        switch (entry.kind()) {
            case FROM_CLIENT, FROM_AGENT ->
                reader.frame(new WireFrame(entry.kind() == Spool.Kind.FROM_CLIENT, entry.time(), entry.bytes()));
            case EVENT -> reader.event(entry.time(), new String(entry.bytes(), UTF_8));
            default -> {
                reader.event(entry.time(), new String(entry.bytes(), UTF_8));
                reader.ended();
                watched.isOver = true;
            }
        }
    }

    @Override
    public void close() throws IOException {
        worker.shutdownNow();
        for (Watched watched : files.values()) {
            watched.spool.close();
        }
    }
}
