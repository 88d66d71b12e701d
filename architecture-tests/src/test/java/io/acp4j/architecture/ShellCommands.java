package io.acp4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks at the commands that Markdown files show, in blocks and between backticks: scripts of this project must be there, and
 * their options known; Maven's profiles and modules, too.
 */
final class ShellCommands {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern SCRIPT =
            Pattern.compile("((?:\\./|examples/|interop/|benchmarks/|build-support/|\\.ci/)[\\w/-]+)(?:\\s(.*))?");
    private static final Pattern OPTION = Pattern.compile("(?<=^|\\s)(--[a-z][a-z-]*)");
    private static final Pattern PROFILE = Pattern.compile("\\s-P(\\S+)");
    private static final Pattern MODULES = Pattern.compile("\\s-pl (\\S+)");

    /** Where the options of a script are declared. */
    private static final Map<String, String> OPTIONS = Map.of(
            "./tck", "acp-tck/src/main/java",
            "./console-client", "acp-cli/src/main/java/io/acp4j/cli/chat",
            "./inspector", "acp-inspector/src/main/java",
            "build-support/api-diff", "build-support/api-diff");

    private final Path root;
    private final Map<String, String> declared = new HashMap<>();
    private int checked;

    ShellCommands(Path root) {
        this.root = root;
    }

    /** Returns how many commands have been looked at. */
    int checked() {
        return checked;
    }

    /** Returns what is wrong with the commands of a document, as {@code file:line: problem}. */
    List<String> problems(Path markdown) {
        List<String> problems = new ArrayList<>();
        String file = root.relativize(markdown) + ":";
        Documents.forEachLineOfText(markdown, (line, text) -> {
            Matcher code = CODE.matcher(text);
            while (code.find()) {
                check(file + (line + 1) + ": ", code.group(1), problems);
            }
        });
        for (Documents.Block block : Documents.blocks(markdown)) {
            if (block.language().isEmpty() || block.language().equals("sh")) {
                for (int i = 0; i < block.lines().size(); i++) {
                    check(
                            file + (block.line() + i + 2) + ": ",
                            block.lines().get(i).strip(),
                            problems);
                }
            }
        }
        return problems;
    }

    private void check(String where, String command, List<String> problems) {
        Matcher script = SCRIPT.matcher(command);
        if (script.matches() && !script.group(1).contains("/target/")) { // what is built is no script
            checked++;
            String name = script.group(1);
            if (!Files.exists(root.resolve(name))) {
                problems.add(where + "no such file: " + name);
            } else if (Files.isRegularFile(root.resolve(name)) && !Files.isExecutable(root.resolve(name))) {
                problems.add(where + "not executable: " + name);
            } else if (OPTIONS.containsKey(name) && script.group(2) != null) {
                checkOptions(where, name, script.group(2), problems);
            }
        } else if (command.startsWith("mvn ")) {
            checked++;
            String pom = read(root.resolve("pom.xml"));
            PROFILE.matcher(command)
                    .results()
                    .flatMap(found -> Arrays.stream(found.group(1).split(",")))
                    .filter(profile -> !pom.contains("<id>" + profile + "</id>"))
                    .forEach(profile -> problems.add(where + "no such profile: " + profile));
            MODULES.matcher(command)
                    .results()
                    .flatMap(found -> Stream.of(found.group(1).split(",", -1)))
                    .filter(module -> !Files.isRegularFile(root.resolve(module).resolve("pom.xml")))
                    .forEach(module -> problems.add(where + "no such module: " + module));
        }
    }

    private void checkOptions(String where, String script, String arguments, List<String> problems) {
        String own = arguments.split("(^|\\s)-- ", 2)[0]; // what comes after that is another program's
        String declarations = declared.computeIfAbsent(script, name -> sources(root.resolve(OPTIONS.get(name))));
        OPTION.matcher(own)
                .results()
                .map(found -> found.group(1))
                .filter(option -> !option.equals("--help")
                        && !Pattern.compile("[\"\\s]" + option + "[\"\\s]")
                                .matcher(declarations)
                                .find())
                .forEach(option -> problems.add(where + script + " has no option " + option));
    }

    private static String sources(Path fileOrDirectory) {
        try (Stream<Path> files = Files.walk(fileOrDirectory)) {
            return files.filter(Files::isRegularFile).map(ShellCommands::read).reduce("", String::concat);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        return String.join("\n", Documents.lines(file));
    }
}
