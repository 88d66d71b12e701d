package io.acp4j.inspector.page;

import java.io.IOException;
import java.nio.file.Path;

/** Takes the files that a page's user opens in it. */
public interface Uploads {

    /**
     * Returns how long a file may be.
     *
     * @return the limit, in bytes
     */
    long maxBytes();

    /**
     * Takes a file; called by one thread at a time, which may wait.
     *
     * @param file has its content, and is deleted afterwards
     * @param name what its user calls it; from the page, so it may be anything
     * @return the id of the conversation that it has become
     * @throws PageException when it cannot be shown, with the reason for the page's user
     * @throws IOException when there is no room for it
     */
    String take(Path file, String name) throws IOException;
}
