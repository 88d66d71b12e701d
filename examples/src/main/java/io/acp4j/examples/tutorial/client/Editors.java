package io.acp4j.examples.tutorial.client;

import io.acp4j.client.host.FileOverlay;
import io.acp4j.client.host.HostFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Open editors: the agent reads what they show, saved or not, and changes what they show. */
// snippet:editors
final class Editors implements FileOverlay {

    private final Map<Path, String> open = new ConcurrentHashMap<>();

    void open(Path file, String text) {
        open.put(file, text);
    }

    @Nullable
    String text(Path file) {
        return open.get(file);
    }

    @Override
    public @Nullable String read(HostFile file) {
        return open.get(file.resolved());
    }

    @Override
    public boolean write(HostFile file, String content) {
        return open.replace(file.resolved(), content) != null; // true: the user saves it; false: write it to the disk
    }
}
// end
