package io.acp4j.client.internal.host;

import io.acp4j.rpc.internal.transport.SharedThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens regular files for reading, whatever is put in their place meanwhile.
 *
 * <p>Java cannot open without waiting. So it is a thread of its own that opens; the caller waits for it for a limited time,
 * and lets it go on when it finds a pipe at the name. A pipe that is put there for an instant and unlinked can
 * keep that thread, but no more than a few of them for each connection, and of all in the JVM, as connections may be made again and again:
 * when all are kept, nothing is opened any more. What is open already is not concerned, and no lock is held meanwhile.
 */
final class FileOpening {

    /** How many files are being opened at once; others wait. */
    static final int MAX_THREADS = 8;

    /** How many files are being opened at once by all connections of the JVM; others wait. */
    static final int MAX_ALL_THREADS = 512;

    /** How long a file may take to open, on a slow network, too: 10 s. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(FileOpening.class);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** How long an open is waited for before the name is looked at again: 5 ms. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How often a file is opened anew that was replaced meanwhile. */
    private static final int ATTEMPTS = 5;

    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> SharedThreads.daemon(task, "acp-file-open-" + NUMBERS.incrementAndGet()));

    private static final Semaphore ALL = new Semaphore(MAX_ALL_THREADS);

    private final Semaphore free = new Semaphore(MAX_THREADS);
    private final Semaphore freeOfAll;

    /** Creates what opens the files of one connection. */
    FileOpening() {
        this(ALL);
    }

    FileOpening(Semaphore freeOfAll) {
        this.freeOfAll = freeOfAll;
    }

    /**
     * Opens a file, and hands it to its reader. The folder is closed in any case.
     *
     * @throws IOException when there is none, it is no regular file, or it cannot be opened in time
     */
    <T> T read(Folder folder, Path name, Reader<T> reader) throws IOException, InterruptedException {
        boolean kept = true;
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                BasicFileAttributes before = regular(folder, name);
                kept = false;
                SeekableByteChannel channel = open(folder, name);
                kept = true;
                try (channel) {
                    if (isOpened(channel, before, folder, name)) {
                        return reader.read(channel);
                    }
                }
            }
        } finally {
            if (kept) {
                folder.close();
            }
        }
        throw new FileSystemException(name.toString(), null, "the file is replaced all the time");
    }

    /** Reads an open file. */
    @FunctionalInterface
    interface Reader<T> {
        T read(SeekableByteChannel channel) throws IOException;
    }

    /** Describes the regular file of the name. */
    private static BasicFileAttributes regular(Folder folder, Path name) throws IOException {
        BasicFileAttributes attributes = folder.look(name);
        if (attributes == null) {
            throw new NoSuchFileException(name.toString());
        }
        if (!attributes.isRegularFile()) {
            throw new NotAFileException(name);
        }
        return attributes;
    }

    /**
     * Returns whether it is the file that was looked at. Java does not say what an open file is; but a pipe, a socket and a
     * terminal have no position, and a device has no size.
     */
    private static boolean isOpened(SeekableByteChannel channel, BasicFileAttributes before, Folder folder, Path name)
            throws IOException {
        try {
            channel.position(0);
        } catch (IOException e) {
            LOG.debug("what was opened has no position", e);
            return false;
        }
        BasicFileAttributes after = folder.look(name);
        return after != null
                && after.isRegularFile()
                && Objects.equals(before.fileKey(), after.fileKey())
                && (channel.size() > 0 || before.size() == 0 || after.size() == 0);
    }

    /** Opens; closes the folder, at once or when the thread that opens comes back, unless it returns normally. */
    private SeekableByteChannel open(Folder folder, Path name) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        boolean begun = false;
        try {
            begun = begin(deadline);
        } finally {
            if (!begun) {
                folder.close();
            }
        }
        if (!begun) {
            throw new FileSystemException(name.toString(), null, "too many files take too long to open");
        }
        Opening opening = new Opening(folder, name);
        THREADS.execute(opening);
        boolean done = false;
        try {
            while (System.nanoTime() - deadline < 0) {
                SeekableByteChannel channel = opening.await();
                if (channel != null) {
                    done = true;
                    return channel;
                }
                letGoOn(folder, name);
            }
        } finally {
            if (!done) {
                opening.abandon();
            }
        }
        throw new FileSystemException(name.toString(), null, "it did not open within " + LIMIT.toSeconds() + " s");
    }

    /** Waits until one more may be opened; returns false when that is not so in time. */
    private boolean begin(long deadline) throws InterruptedException {
        if (!free.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        boolean begun = false;
        try {
            begun = freeOfAll.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            if (!begun) {
                free.release();
            }
        }
        return begun;
    }

    /** Opens the other end if a pipe has come between. */
    private static void letGoOn(Folder folder, Path name) {
        try {
            BasicFileAttributes attributes = folder.look(name);
            if (attributes != null && attributes.isOther()) {
                folder.touch(name);
            }
        } catch (IOException e) {
            LOG.debug("what has come between is gone again, or no pipe", e);
        }
    }

    /** One call of the system. */
    private final class Opening extends FutureTask<SeekableByteChannel> {

        private final Folder folder;
        private boolean ended;
        private boolean abandoned;

        Opening(Folder folder, Path name) {
            super(() -> folder.read(name));
            this.folder = folder;
        }

        @Nullable
        SeekableByteChannel await() throws IOException, InterruptedException {
            try {
                return get(LOOK_NANOS, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return null;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException failure) {
                    throw failure;
                }
                throw new IOException("a file could not be opened", e.getCause());
            } catch (CancellationException e) {
                throw new InterruptedIOException("opening a file was cancelled");
            }
        }

        @Override
        protected void done() {
            free.release();
            freeOfAll.release();
            synchronized (this) {
                ended = true;
                if (!abandoned) {
                    return;
                }
            }
            closeAll();
        }

        /** Leaves it to the thread that opens to close what it opens, and the folder, which cannot be closed before. */
        void abandon() {
            synchronized (this) {
                abandoned = true;
                if (!ended) {
                    return;
                }
            }
            closeAll();
        }

        private void closeAll() {
            try (folder) {
                get().close();
            } catch (IOException | ExecutionException e) {
                LOG.debug("nothing was opened", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
