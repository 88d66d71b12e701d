package io.acp4j.client.host;

import org.jspecify.annotations.Nullable;

/**
 * An editor's view of files, which comes before the disk's: buffers with changes that have not been saved.
 *
 * <p>Called on handler threads, several at once; may block. What it throws becomes an internal error without details.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#reading-files">the specification</a>
 * @since 0.1.0
 */
public interface FileOverlay {

    /** Knows of no buffers. */
    FileOverlay NONE = new FileOverlay() {};

    /**
     * Returns the text of a file as the user sees it.
     *
     * @param file the file
     * @return the whole text; null to have the file read from the disk
     * @throws Exception to respond with an error
     */
    default @Nullable String read(HostFile file) throws Exception {
        return null;
    }

    /**
     * Writes the new text of a file.
     *
     * @param file the file
     * @param content the whole text
     * @return true when that is all there is to do; false to have it written to the disk
     * @throws Exception to respond with an error
     */
    default boolean write(HostFile file, String content) throws Exception {
        return false;
    }
}
