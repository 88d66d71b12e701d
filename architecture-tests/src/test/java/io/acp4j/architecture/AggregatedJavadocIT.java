package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DocumentationTool;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Makes one site of all published modules' Javadoc, in which they link to each other, and takes no warning. */
@Tag("release")
class AggregatedJavadocIT {

    private static final Pattern COMPACT_CONSTRUCTOR = Pattern.compile("\\s*(public |protected )?\\w+ \\{}?");
    private static final Path SITE = PublishedModule.projectRoot().resolve("architecture-tests/target/site/apidocs");

    @Test
    void allModulesMakeOneSiteWithoutWarnings() throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "-quiet",
                "-Xdoclint:all",
                "-Xmaxwarns",
                "100000",
                "-notimestamp",
                "-encoding",
                "UTF-8",
                "-windowtitle",
                "acp4j",
                "-doctitle",
                "acp4j",
                "-d",
                SITE.toString(),
                "--module-path",
                libraries(),
                "--module",
                PublishedModule.ALL.stream().map(PublishedModule::name).collect(Collectors.joining(","))));
        for (PublishedModule module : PublishedModule.ALL) {
            String roots =
                    module.sources().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            options.addAll(List.of("--module-source-path", module.name() + "=" + roots));
        }
        List<String> problems = new ArrayList<>();

        DocumentationTool javadoc = ToolProvider.getSystemDocumentationTool();
        boolean complete = javadoc.getTask(
                        null,
                        null,
                        diagnostic -> {
                            if (!mayBeIgnored(diagnostic)) {
                                problems.add(diagnostic.toString());
                            }
                        },
                        null,
                        options,
                        null)
                .call();

        assertThat(problems).isEmpty();
        assertThat(complete).isTrue();
        for (PublishedModule module : PublishedModule.ALL) {
            assertThat(SITE.resolve(module.name()).resolve("module-summary.html"))
                    .exists();
        }
    }

    /** Counts of warnings; and the tool wants the components of a record, which its comment describes, again at its compact constructor. */
    private static boolean mayBeIgnored(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (diagnostic.getKind() == Diagnostic.Kind.NOTE) {
            return true;
        }
        JavaFileObject source = diagnostic.getSource();
        if (source == null || !diagnostic.getMessage(Locale.ROOT).startsWith("no @param for ")) {
            return false;
        }
        String line = Documents.lines(Path.of(source.toUri())).get((int) diagnostic.getLineNumber() - 1);
        return COMPACT_CONSTRUCTOR.matcher(line).matches();
    }

    private static String libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(entry -> !entry.startsWith(PublishedModule.projectRoot()))
                .filter(Files::isRegularFile)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
