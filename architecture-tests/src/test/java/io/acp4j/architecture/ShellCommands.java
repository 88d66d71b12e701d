package io.acp4j.architecture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks the commands in Markdown files, in blocks and between backticks: scripts of this project must exist, and their subcommands and
 * options must be known; Maven's profiles and modules, too.
 */
final class ShellCommands {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern SCRIPT =
            Pattern.compile("((?:\\./|examples/|interop/|benchmarks/|build-support/|\\.ci/)[\\w/-]+)(?:\\s(.*))?");
    private static final Pattern PROGRAM = Pattern.compile("(?:acp|java -jar acp\\.jar|jbang acp@\\S+)((?:\\s.*)?)");
    private static final Pattern OPTION = Pattern.compile("(?<=^|\\s)(--[a-z][a-z-]*)");
    private static final Pattern PROFILE = Pattern.compile("\\s-P(\\S+)");
    private static final Pattern MODULES = Pattern.compile("\\s-pl (\\S+)");

    /** The page with the help of each subcommand of {@code acp}; the tests of acp-cli generate it. */
    private static final String REFERENCE = "docs/reference/cli.md";

    /** Scripts that run a subcommand of {@code acp}. */
    private static final Map<String, String> ALIASES = Map.of(
            "./acp", "",
            "./demo", "demo",
            "./inspector", "inspect",
            "./console-client", "chat",
            "./tck", "certify");

    /** Scripts that declare their options themselves. */
    private static final Set<String> DECLARING = Set.of("build-support/api-diff");

    private final Path root;
    private final Map<String, String> declared = new HashMap<>();
    private final Map<String, String> help = new HashMap<>();
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
        Matcher program = PROGRAM.matcher(command);
        if (script.matches() && !script.group(1).contains("/target/")) { // what is built is no script
            checked++;
            String name = script.group(1);
            if (!Files.exists(root.resolve(name))) {
                problems.add(where + "no such file: " + name);
            } else if (Files.isRegularFile(root.resolve(name)) && !Files.isExecutable(root.resolve(name))) {
                problems.add(where + "not executable: " + name);
            } else if (ALIASES.containsKey(name)) {
                checkProgram(
                        where, ALIASES.get(name) + " " + (script.group(2) == null ? "" : script.group(2)), problems);
            } else if (DECLARING.contains(name) && script.group(2) != null) {
                String declarations = declared.computeIfAbsent(name, file -> read(root.resolve(file)));
                checkOptions(where, name, script.group(2), declarations, problems);
            }
        } else if (program.matches()) {
            checked++;
            checkProgram(where, program.group(1), problems);
        }
        if (command.startsWith("mvn ") || command.startsWith("./mvnw ")) {
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

    private void checkProgram(String where, String arguments, List<String> problems) {
        List<String> words = new ArrayList<>(List.of(arguments.strip().split("\\s+")));
        String name = "acp";
        Map<String, String> help = help();
        while (!words.isEmpty() && help.containsKey(name + " " + words.get(0))) {
            name += " " + words.remove(0);
        }
        String first = words.isEmpty() ? "" : words.get(0);
        if (name.equals("acp") && first.matches("[a-z][a-z-]*")) {
            problems.add(where + "acp has no command " + first);
        } else {
            checkOptions(where, name, String.join(" ", words), help.getOrDefault(name, ""), problems);
        }
    }

    /** Returns the help of each command by its full name, from the reference. */
    private Map<String, String> help() {
        if (help.isEmpty()) {
            Path reference = root.resolve(REFERENCE);
            String name = "";
            for (String line : Documents.lines(reference)) {
                name = line.startsWith("## ") ? line.substring(3) : name;
                help.merge(name, line + "\n", String::concat);
            }
        }
        return help;
    }

    private static void checkOptions(
            String where, String name, String arguments, String declarations, List<String> problems) {
        String own = (" " + arguments).split("\\s-- ", 2)[0]; // the rest belongs to another program
        OPTION.matcher(own)
                .results()
                .map(found -> found.group(1))
                .filter(option -> !option.equals("--help")
                        && !Pattern.compile("[\"\\s]" + option + "[\"\\s=]")
                                .matcher(declarations)
                                .find())
                .forEach(option -> problems.add(where + name + " has no option " + option));
    }

    private static String read(Path file) {
        return String.join("\n", Documents.lines(file));
    }
}
