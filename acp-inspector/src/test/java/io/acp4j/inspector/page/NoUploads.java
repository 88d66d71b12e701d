package io.acp4j.inspector.page;

import java.nio.file.Path;

/** Refuses every file. */
final class NoUploads implements Uploads {

    @Override
    public long maxBytes() {
        return 0;
    }

    @Override
    public String take(Path file, String name) {
        throw new PageException("no files are taken here");
    }
}
