package io.acp4j.client.host;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.HostService;
import io.acp4j.client.HostSessions;
import io.acp4j.client.internal.host.Checks;
import io.acp4j.client.internal.host.FileSettings;
import io.acp4j.client.internal.host.HostFiles;
import io.acp4j.client.internal.host.Interruptible;
import io.acp4j.client.internal.host.Roots;
import io.acp4j.schema.method.Methods;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes text files for the agent, within the working directory and the additional directories of the session that the request
 * names.
 *
 * <p>A path is first resolved through links and {@code ..}, and the result determines whether the request is served. The file is then
 * opened without following links, so that links created in the meantime have no effect. Only regular files are read and replaced, not
 * pipes or devices. If a file or directory is exchanged while it is opened, this is detected and nothing is read. A pipe that exists only
 * at that instant can block one of the threads for file access, at most 8 for each connection. Paths of more than 4,096 bytes or 255 names
 * are refused.
 *
 * <p>Text is UTF-8. A file is written in one step, with the permissions of the file that it replaces. Missing parent directories are
 * created. Refused requests leave no files or directories. The threads of cancelled requests, and of those in progress at the end of the
 * connection, are interrupted.
 *
 * <p>The error response to a refused request has two members in its {@code data}: {@code path}, as the agent wrote it, and {@code reason}.
 * The reasons are:
 *
 * <ul>
 *   <li>{@code invalid_path}: the path is relative, malformed for this system or too long, or cannot be encoded in the client's locale;
 *   <li>{@code outside_roots}: the path leads out of the session's directories, or may do so;
 *   <li>{@code not_found}: the file does not exist;
 *   <li>{@code not_a_file}: the path denotes a directory, a pipe, a device or the like;
 *   <li>{@code too_large}: the file, or the text to read or write, exceeds a limit;
 *   <li>{@code not_text}: the file is not UTF-8, or the text to write contains an unpaired surrogate;
 *   <li>{@code refused}: the guard has not allowed the request;
 *   <li>{@code failed}: the file system does not permit the operation.
 * </ul>
 *
 * <p>On systems where Java cannot hold a directory open (Windows), each step checks that no link was put there, which
 * leaves an instant for somebody with access to the directories to do so in between.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system">the specification</a>
 * @since 0.1.0
 */
public final class FileSystemService implements HostService {

    /** How much text one request may read unless stated otherwise: 8 MiB. */
    public static final int DEFAULT_MAX_READ_BYTES = 8 * 1024 * 1024;

    /** How far into a file the lines of a request may lie unless stated otherwise: 256 MiB. */
    public static final long DEFAULT_MAX_SCANNED_BYTES = 256L * 1024 * 1024;

    /** How much text one request may write unless stated otherwise: 8 MiB. */
    public static final int DEFAULT_MAX_WRITE_BYTES = 8 * 1024 * 1024;

    private final FileSettings settings;

    private FileSystemService(FileSettings settings) {
        this.settings = settings;
    }

    /**
     * Makes a service that only reads.
     *
     * @return the service with default limits
     */
    public static FileSystemService readOnly() {
        return builder().build();
    }

    /**
     * Makes a service that reads and writes.
     *
     * @param guard is asked before each write
     * @return the service with default limits
     */
    public static FileSystemService readWrite(WriteGuard guard) {
        return builder().writable(guard).build();
    }

    /**
     * Starts the description of a service.
     *
     * @return a builder of one that only reads, with default limits
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void register(AcpClientBuilder builder, HostSessions sessions) {
        HostFiles files = new HostFiles(settings, new Roots(sessions));
        builder.onRequest(Methods.FS_READ_TEXT_FILE, Interruptible.handler(files::read));
        if (settings.guard() != null) {
            builder.onRequest(Methods.FS_WRITE_TEXT_FILE, Interruptible.handler(files::write));
        }
    }

    /** Describes a service. Not safe for use by several threads at once. */
    public static final class Builder {

        private @Nullable WriteGuard guard;
        private FileOverlay overlay = FileOverlay.NONE;
        private int maxReadBytes = DEFAULT_MAX_READ_BYTES;
        private long maxScannedBytes = DEFAULT_MAX_SCANNED_BYTES;
        private int maxWriteBytes = DEFAULT_MAX_WRITE_BYTES;

        private Builder() {}

        /**
         * Also writes files, and advertises it.
         *
         * @param writeGuard is asked before each write
         * @return this
         */
        public Builder writable(WriteGuard writeGuard) {
            guard = Objects.requireNonNull(writeGuard, "writeGuard");
            return this;
        }

        /**
         * Sets an editor's view of the files; none unless set.
         *
         * @param buffers knows the text of files with unsaved changes
         * @return this
         */
        public Builder overlay(FileOverlay buffers) {
            overlay = Objects.requireNonNull(buffers, "buffers");
            return this;
        }

        /**
         * Limits how much text one request may read.
         *
         * @param bytes the limit in bytes of UTF-8, positive
         * @return this
         */
        public Builder maxReadBytes(int bytes) {
            maxReadBytes = Checks.positive(bytes, "maxReadBytes");
            return this;
        }

        /**
         * Limits how much of a file is looked through for the lines that a request names.
         *
         * @param bytes the limit in bytes, positive
         * @return this
         */
        public Builder maxScannedBytes(long bytes) {
            maxScannedBytes = Checks.positive(bytes, "maxScannedBytes");
            return this;
        }

        /**
         * Limits how much text one request may write.
         *
         * @param bytes the limit in bytes of UTF-8, positive
         * @return this
         */
        public Builder maxWriteBytes(int bytes) {
            maxWriteBytes = Checks.positive(bytes, "maxWriteBytes");
            return this;
        }

        /**
         * Makes the service.
         *
         * @return the service, which may serve any number of connections
         */
        public FileSystemService build() {
            return new FileSystemService(
                    new FileSettings(guard, overlay, maxReadBytes, maxScannedBytes, maxWriteBytes));
        }
    }
}
