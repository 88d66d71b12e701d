package io.acp4j.process;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the program of a command, and says how it is started: a function of an environment, a directory and the files that
 * there are. Immutable.
 *
 * <p>A name without a separator is looked for in the directories of {@code PATH} and nowhere else. A name with a separator is
 * taken relative to the directory in which the program is to run. Entries of {@code PATH} that are empty or relative mean that
 * directory, too, as systems other than Windows have it; on Windows they are passed over, so that nothing is started
 * because it lies in the current directory.
 *
 * <p>On Windows a name stands for the files that it names with the extensions of {@code PATHEXT} added, of which those that
 * Windows can start are considered ({@code .com}, {@code .exe}, {@code .bat}, {@code .cmd}); a file without such an extension
 * is none of them, as beside {@code npx.cmd} there is an {@code npx} for other systems. Names of variables and files are
 * compared without regard to case. Batch files are run by {@code cmd.exe} (see {@link #startable}). What is not found is not
 * left to Windows, which would look in the current directory, and would run {@code x.cmd} for {@code "x.cmd. "}, too.
 *
 * @since 0.1.0
 */
public final class ProgramSearch {

    private static final boolean ON_WINDOWS =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

    private static final String DEFAULT_EXTENSIONS = ".COM;.EXE;.BAT;.CMD";
    private static final List<String> STARTABLE = List.of(".com", ".exe", ".bat", ".cmd");
    private static final List<String> BATCH = List.of(".bat", ".cmd");
    private static final String INTERPRETER = "\\cmd.exe";

    /** Whether Java escapes the quotes in words, which it does on Windows only if asked to. */
    private static final boolean JAVA_ESCAPES =
            "false".equalsIgnoreCase(System.getProperty("jdk.lang.Process.allowAmbiguousCommands"));

    private final boolean windows;
    private final Map<String, String> environment;
    private final String directory;
    private final Predicate<String> isProgram;

    /**
     * Creates a search.
     *
     * @param windows whether the rules of Windows hold
     * @param environment the variables, of which {@code PATH} and on Windows {@code PATHEXT}, {@code ComSpec} and
     *     {@code SystemRoot} are read
     * @param directory the absolute directory in which the program is to run
     * @param isProgram says of an absolute path whether there is a file; on other systems than Windows one that may be executed
     */
    ProgramSearch(boolean windows, Map<String, String> environment, String directory, Predicate<String> isProgram) {
        this.windows = windows;
        this.environment = Map.copyOf(environment);
        this.directory = directory;
        this.isProgram = isProgram;
    }

    /**
     * Returns a search in the environment and the files of this program.
     *
     * @param directory in which the program is to run; null for this program's own
     * @return the search
     */
    public static ProgramSearch ofThisSystem(@Nullable Path directory) {
        Path absolute = (directory == null ? Path.of("") : directory).toAbsolutePath();
        return new ProgramSearch(ON_WINDOWS, System.getenv(), absolute.toString(), ProgramSearch::isProgram);
    }

    private static boolean isProgram(String file) {
        try {
            Path path = Path.of(file);
            return ON_WINDOWS
                    ? Files.isRegularFile(path) || isAlias(path)
                    : Files.isRegularFile(path) && Files.isExecutable(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns whether it is one of the aliases of programs from the store, which can be started but not opened. */
    private static boolean isAlias(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the file that a program's name stands for.
     *
     * @param program the name, or a path
     * @return the absolute path of its file; null when there is none that can be started
     */
    public @Nullable String find(String program) {
        if (program.isEmpty() || program.indexOf('\0') >= 0) {
            return null;
        }
        if (program.indexOf('/') >= 0 || (windows && (program.indexOf('\\') >= 0 || program.indexOf(':') >= 0))) {
            return fileOf(resolved(program));
        }
        for (String entry : variable("PATH").split(windows ? ";" : ":", -1)) {
            String found = fileOf(entry, program);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Returns the command as the system can start it. On Windows the program is the file that was found; a batch file is run
     * by the command interpreter of the system, with every word in quotes; words with quotes are escaped for any other program but
     * the interpreter itself, which reads its arguments as one line. Elsewhere the command stays as it is.
     *
     * @param command the program and its arguments
     * @return the words for a {@link ProcessBuilder}
     * @throws FileNotFoundException on Windows, when there is no such program
     * @throws IllegalArgumentException when a word for a batch file has a character that {@code cmd.exe} would interpret even
     *     in quotes: a quote, a percent sign, a line break or another control character. Names its place, not the word.
     */
    public List<String> startable(List<String> command) throws FileNotFoundException {
        if (!windows || command.isEmpty()) {
            return command;
        }
        String file = find(command.get(0));
        if (file == null) {
            throw new FileNotFoundException("there is no such program");
        }
        if (!BATCH.contains(extension(file))) {
            boolean asTheyAre = JAVA_ESCAPES || file.toLowerCase(Locale.ROOT).endsWith(INTERPRETER);
            List<String> words = new ArrayList<>();
            words.add(file);
            command.stream()
                    .skip(1)
                    .map(word -> asTheyAre ? word : escaped(word))
                    .forEach(words::add);
            return words;
        }
        StringBuilder line = new StringBuilder("\"").append(quoted(file, 0));
        for (int i = 1; i < command.size(); i++) {
            line.append(' ').append(quoted(command.get(i), i));
        }
        // Without the user's start-up commands, without !variables!, and with the outer quotes taken off.
        return List.of(
                interpreter(), "/d", "/v:off", "/s", "/c", line.append('"').toString());
    }

    /** Returns what a program reads as the word, and Java passes on as it is: it puts words in quotes, but leaves those in them. */
    private static String escaped(String word) {
        if (word.indexOf('"') < 0) {
            return word;
        }
        StringBuilder escaped = new StringBuilder("\"");
        int slashes = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '\\') {
                slashes++;
                continue;
            }
            escaped.append("\\".repeat(c == '"' ? 2 * slashes + 1 : slashes)).append(c);
            slashes = 0;
        }
        escaped.append('"');
        // Behind the quotes: Java takes a word for one without them when a backslash is before the last one.
        return slashes == 0
                ? escaped.toString()
                : escaped.append("\\".repeat(2 * slashes)).append("\"\"").toString();
    }

    /** Returns what a program reads as the word, and the command interpreter does not read at all. */
    private static String quoted(String word, int index) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '"' || c == '%' || c < ' ') {
                throw new IllegalArgumentException((index == 0 ? "the program's path" : "argument " + index)
                        + " has a character that cannot be passed to a batch file safely ("
                        + (c == '"' ? "a quote" : c == '%' ? "a percent sign" : "a control character")
                        + "); start the program behind the batch file instead, for instance node with its script");
            }
        }
        int end = word.length();
        while (end > 0 && word.charAt(end - 1) == '\\') {
            end--;
        }
        // A backslash before the closing quote would make it part of the word.
        return '"' + word + word.substring(end) + '"';
    }

    private String interpreter() {
        String named = variable("ComSpec");
        if (isAbsolute(named)) {
            return named;
        }
        String system = variable("SystemRoot");
        return (isAbsolute(system) ? system : "C:\\Windows") + "\\System32\\cmd.exe";
    }

    /** Looks into one entry of the PATH. */
    private @Nullable String fileOf(String entry, String program) {
        if (windows) {
            String folder = entry.replace("\"", "");
            return isAbsolute(folder) ? fileOf(join(folder, program)) : null;
        }
        return fileOf(join(entry.isEmpty() ? directory : resolved(entry), program));
    }

    private @Nullable String fileOf(String path) {
        if (!windows) {
            return isProgram.test(path) ? path : null;
        }
        if (STARTABLE.contains(extension(path)) && isProgram.test(path)) {
            return path;
        }
        String extensions = variable("PATHEXT");
        for (String extension : (extensions.isBlank() ? DEFAULT_EXTENSIONS : extensions).split(";", -1)) {
            String small = extension.strip().toLowerCase(Locale.ROOT);
            if (STARTABLE.contains(small) && isProgram.test(path + small)) {
                return path + small;
            }
        }
        return null;
    }

    private static String extension(String path) {
        int dot = path.lastIndexOf('.');
        return dot < 0 ? "" : path.substring(dot).toLowerCase(Locale.ROOT);
    }

    private String resolved(String program) {
        String path = windows ? program.replace('/', '\\') : program;
        if (isAbsolute(path)) {
            return path;
        }
        if (windows && path.startsWith("\\")) {
            return directory.substring(0, Math.min(2, directory.length())) + path;
        }
        return join(directory, windows && path.startsWith(".\\") ? path.substring(2) : path);
    }

    private String join(String folder, String name) {
        boolean ends = folder.endsWith("/") || (windows && folder.endsWith("\\"));
        return ends ? folder + name : folder + (windows ? '\\' : '/') + name;
    }

    private boolean isAbsolute(String path) {
        if (!windows) {
            return path.startsWith("/");
        }
        boolean drive = path.length() > 2 && path.charAt(1) == ':' && isSeparator(path.charAt(2));
        return drive || path.startsWith("\\\\") || path.startsWith("//");
    }

    private static boolean isSeparator(char c) {
        return c == '\\' || c == '/';
    }

    /** On Windows names of variables have no case: it is {@code Path} there. */
    private String variable(String name) {
        String exact = environment.get(name);
        if (exact != null || !windows) {
            return exact == null ? "" : exact;
        }
        return environment.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
