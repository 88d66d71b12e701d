package io.acp4j.client.internal.host;

import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.host.HostCommand;
import io.acp4j.process.InheritedEnvironment;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.process.ProcessTree;
import io.acp4j.schema.mcp.EnvVariable;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes a process of what an agent asks to run. */
final class CommandLine {

    private static final boolean WINDOWS = File.separatorChar == '\\';
    private static final File NOTHING = new File(WINDOWS ? "NUL" : "/dev/null");

    private CommandLine() {}

    static HostCommand of(CreateTerminalRequest request, ClientSession session, Roots roots, boolean shell) {
        requireEncodable(request);
        Map<String, String> environment = new LinkedHashMap<>();
        for (EnvVariable variable : request.env()) {
            environment.put(variable.name(), variable.value());
        }
        SessionParameters parameters = Objects.requireNonNull(session.parameters(), "parameters");
        String directory = Objects.requireNonNullElse(request.cwd(), parameters.cwd());
        return new HostCommand(session, words(request, shell), environment, directory(session, roots, directory));
    }

    /** Checks each word before the guard is called. A message contains the member of the request. */
    private static void requireEncodable(CreateTerminalRequest request) {
        PlatformEncoding encoding = PlatformEncoding.ofThisSystem();
        try {
            encoding.requireWord(request.command(), "command");
            for (int i = 0; i < request.args().size(); i++) {
                encoding.requireWord(request.args().get(i), "args[" + i + "]");
            }
            for (int i = 0; i < request.env().size(); i++) {
                encoding.requireWord(request.env().get(i).name(), "env[" + i + "].name");
                encoding.requireWord(request.env().get(i).value(), "env[" + i + "].value");
            }
        } catch (IllegalArgumentException e) {
            throw new TerminalException(TerminalException.NOT_ENCODABLE, String.valueOf(e.getMessage()));
        }
    }

    private static List<String> words(CreateTerminalRequest request, boolean shell) {
        if (shell && request.args().isEmpty()) {
            return shell(WINDOWS, request.command());
        }
        List<String> words = new ArrayList<>();
        words.add(request.command());
        words.addAll(request.args());
        return words;
    }

    /** Returns the words that have a shell run a command line; {@code cmd.exe} takes off the outer quotes, and leaves all others. */
    static List<String> shell(boolean windows, String line) {
        if (!windows) {
            return List.of("/bin/sh", "-c", line);
        }
        // Java would add quotes of its own to a word that ends with a backslash and a quote.
        return List.of("cmd.exe", "/d", "/s", "/c", '"' + line + (line.endsWith("\\") ? " \"" : "\""));
    }

    private static Path directory(ClientSession session, Roots roots, String directory) {
        try {
            Path path = roots.locate(session, directory).path();
            if (Files.isDirectory(path)) {
                PlatformEncoding encoding = PlatformEncoding.ofThisSystem();
                encoding.requireText(path, "cwd");
                encoding.requireWord(path.toString(), "cwd");
                return path;
            }
        } catch (FileAccessException e) {
            throw new TerminalException(
                    TerminalException.BAD_DIRECTORY, e.error().message());
        } catch (IllegalArgumentException e) {
            throw new TerminalException(TerminalException.BAD_DIRECTORY, String.valueOf(e.getMessage()));
        }
        throw new TerminalException(TerminalException.BAD_DIRECTORY, "The directory is none");
    }

    static ProcessTree start(HostCommand command, List<String> inherited) {
        ProcessBuilder builder = new ProcessBuilder(command.words())
                .directory(command.directory().toFile())
                .redirectInput(NOTHING)
                .redirectErrorStream(true);
        InheritedEnvironment environment = InheritedEnvironment.ofThisSystem();
        inherited.forEach(environment::inherit);
        command.environment().forEach(environment::add);
        try {
            environment.applyTo(builder.environment());
            return ProcessTree.start(builder);
        } catch (IOException e) {
            // The outer exception repeats the program; the inner one is the system's own.
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new TerminalException(
                    TerminalException.NOT_STARTED, "The program could not be started: " + cause.getMessage());
        } catch (IllegalArgumentException e) {
            throw new TerminalException(
                    TerminalException.NOT_STARTED,
                    "The command or its environment has a word that cannot be passed on to a program");
        }
    }
}
