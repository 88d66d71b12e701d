package io.acp4j.inspector.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file with arguments of the kit. It keeps secrets out of the command line, which other users of the machine can read. */
public final class ArgumentFile {

    private ArgumentFile() {}

    /**
     * Writes arguments to a file.
     *
     * @param directory a directory that only this user can read
     * @param arguments the arguments
     * @return the argument that refers to the file
     * @throws IOException if the file cannot be written
     */
    public static String write(Path directory, List<String> arguments) throws IOException {
        Path file = directory.resolve("arguments");
        Files.write(file, arguments.stream().map(ArgumentFile::quoted).toList());
        return "@" + file;
    }

    private static String quoted(String argument) {
        // A doubled @ is not the name of another file.
        String escaped = argument.startsWith("@") && argument.length() > 1 ? "@" + argument : argument;
        return '"'
                + escaped.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + '"';
    }
}
