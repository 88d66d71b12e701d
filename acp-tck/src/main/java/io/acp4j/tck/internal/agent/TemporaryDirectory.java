package io.acp4j.tck.internal.agent;

import io.acp4j.tck.internal.probe.Unmet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that no other session works in. */
final class TemporaryDirectory {

    private TemporaryDirectory() {}

    static String create() {
        try {
            Path directory = Files.createTempDirectory("acp-tck-");
            directory.toFile().deleteOnExit();
            return directory.toRealPath().toString();
        } catch (IOException e) {
            throw new Unmet("No directory can be made for a session: " + e.getMessage());
        }
    }
}
