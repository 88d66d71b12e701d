package io.acp4j.inspector.page;

import org.jspecify.annotations.Nullable;

/** What can be saved from the page. */
@FunctionalInterface
public interface Downloads {

    /**
     * A file to be saved.
     *
     * @param fileName its name: letters, digits, dots and hyphens
     * @param type its media type
     * @param content its bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed on at once; nobody compares downloads.
    record Download(String fileName, String type, byte[] content) {}

    /**
     * Returns a download; called on a thread that may wait.
     *
     * @param path its path, without the first slash
     * @return the download; null when there is none of this path
     */
    @Nullable
    Download find(String path);
}
