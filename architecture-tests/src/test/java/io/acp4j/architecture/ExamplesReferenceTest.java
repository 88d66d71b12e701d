package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of the examples lists every program, and each {@code examples/run NAME} in the documents names one. */
class ExamplesReferenceTest {

    private static final Path ROOT = PublishedModule.projectRoot();
    private static final Path PAGE = ROOT.resolve("docs/reference/examples.md");
    private static final Pattern PROGRAM = Pattern.compile("static void main\\(|(?m)^fun main\\(");
    private static final Pattern LINKED = Pattern.compile("\\[`[\\w.]+`]\\(\\.\\./\\.\\./(examples[^)]*)\\)");

    /** Programs that {@code examples/run} does not start: a script sets up their surroundings, or they are beans. */
    private static final Set<String> NOT_RUN_BY_NAME = Set.of("ProxiedAgent", "AgentService");

    private static final Pattern RUN = Pattern.compile("examples/run ([A-Z][a-z]\\w*)");

    @Test
    void everyProgramIsListed() {
        Set<String> programs = new TreeSet<>();
        for (Path file : sources("examples/src/main/java", "examples-kotlin/src/main/kotlin")) {
            if (PROGRAM.matcher(read(file)).find()) {
                programs.add(ROOT.relativize(file).toString().replace('\\', '/'));
            }
        }

        assertThat(programs).hasSizeGreaterThan(15);
        assertThat(linked()).containsAll(programs);
    }

    @Test
    void everyProgramHasACommandThatNamesIt() {
        String page = read(PAGE);
        for (String program : linked()) {
            String name = Path.of(program).getFileName().toString().replace(".java", "");
            if (program.endsWith(".java") && !NOT_RUN_BY_NAME.contains(name)) {
                assertThat(page).containsPattern("examples/run " + name + "\\b");
            }
        }
        assertThat(page).contains("`examples/network/run`");
    }

    @Test
    void everyNameAfterTheRunnerIsThatOfAnExample() {
        Set<String> names = sources("examples/src/main/java").stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        Set<String> run = new TreeSet<>();
        for (Path document : Documents.all(ROOT)) {
            RUN.matcher(read(document)).results().forEach(found -> run.add(found.group(1)));
        }

        assertThat(run).contains("HelloClient", "EchoAgent");
        assertThat(names).containsAll(run);
    }

    private static Set<String> linked() {
        return LINKED.matcher(read(PAGE))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> sources(String... directories) {
        return Stream.of(directories)
                .flatMap(directory -> {
                    try (Stream<Path> files = Files.walk(ROOT.resolve(directory))) {
                        return files.filter(Files::isRegularFile).toList().stream();
                    } catch (IOException e) {
                        throw new UncheckedIOException("Cannot list " + directory, e);
                    }
                })
                .toList();
    }

    private static String read(Path file) {
        return String.join("\n", Documents.lines(file));
    }
}
