package io.acp4j.tck.internal.launch;

import io.acp4j.tck.internal.bridge.Bridge;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An executable file without arguments that connects its standard streams with the kit. */
final class Launcher implements AutoCloseable {

    private final Path directory;
    private final Path file;

    private Launcher(Path directory, Path file) {
        this.directory = directory;
        this.file = file;
    }

    static Launcher write(int port, String token) throws IOException {
        Path directory = Files.createTempDirectory("acp-tck-agent-");
        boolean posix = File.separatorChar == '/';
        Path file = directory.resolve(posix ? "agent" : "agent.cmd");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String options = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xshare:auto -Xmx256m";
        String rest = Bridge.class.getName() + " " + port + " " + token;
        String text = posix
                ? "#!/bin/sh\nexec " + quoted(java) + " " + options + " -cp " + quoted(classes()) + " " + rest + "\n"
                : "@\"" + java + "\" " + options + " -cp \"" + classes() + "\" " + rest + "\r\n";
        Files.writeString(file, text, StandardCharsets.UTF_8);
        if (posix && !file.toFile().setExecutable(true, true)) {
            throw new IOException("Cannot make " + file + " executable");
        }
        return new Launcher(directory, file);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private static String classes() throws IOException {
        try {
            return Path.of(Bridge.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IOException("The kit does not know where its own classes are", e);
        }
    }

    String path() {
        return file.toString();
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Another try when this JVM ends, in the reverse order.
            directory.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
        }
    }
}
