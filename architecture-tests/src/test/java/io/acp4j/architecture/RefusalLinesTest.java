package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Refusals of the programs fit on one line: errors in arguments, refused commands of the page, and reasons of disabled actions. */
class RefusalLinesTest {

    private static final int COLUMNS = 100;

    private static final List<String> PROGRAMS = List.of("acp-cli", "acp-inspector", "acp-tck");

    /** An expression with the text of a refusal, up to its semicolon. */
    private static final Pattern REFUSAL =
            Pattern.compile("(?:new (?:Parameter|Page)Exception\\(|refusal =|reason =|case [A-Z_]+ ->)"
                    + "(X

    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

    private static final Pattern REASON =
            Pattern.compile("(?:return|\\?|:|\\?\\?|=>) (['\"`])([A-Z][^'\"`\\n]*\\.)\\1");

    /** Returns the texts of the refusals in a Java source, without the variable parts. */
    static List<String> ofJava(String source) {
        List<String> texts = new ArrayList<>();
        Matcher refusal = REFUSAL.matcher(source.replaceAll("\"\\s*\\+\\s*\"", ""));
        while (refusal.find()) {
            Matcher text = TEXT.matcher(refusal.group(1));
            while (text.find()) {
                texts.add(text.group(1).replace("\\\"", "\""));
            }
        }
        return texts;
    }

    /** Returns the reasons in a script of the page. */
    static List<String> ofPage(String script) {
        List<String> texts = new ArrayList<>();
        Matcher reason = REASON.matcher(script);
        while (reason.find()) {
            texts.add(reason.group(2));
        }
        return texts;
    }

    @Test
    void refusalsHaveAtMostAHundredColumns() throws Exception {
        List<String> texts = new ArrayList<>();
        Path root = PublishedModule.projectRoot();
        for (String program : PROGRAMS) {
            try (Stream<Path> sources = Files.walk(root.resolve(program).resolve("src/main/java"))) {
                for (Path source : sources.filter(each -> each.toString().endsWith(".java"))
                        .toList()) {
                    texts.addAll(ofJava(Files.readString(source)));
                }
            }
        }
        Path page = root.resolve("acp-inspector/src/main/resources/io/acp4j/inspector/web");
        try (DirectoryStream<Path> scripts = Files.newDirectoryStream(page, "*.js")) {
            for (Path script : scripts) {
                texts.addAll(ofPage(Files.readString(script)));
            }
        }

        assertThat(texts)
                .hasSizeGreaterThan(150)
                .contains("The agent does not advertise sessionCapabilities.fork.", "Open it first.");
        assertThat(texts).filteredOn(text -> text.length() > COLUMNS).isEmpty();
    }

    @Test
    void textIsReadAcrossConcatenations() {
        assertThat(
                        ofJava(
                                "throw new PageException(\"one \" + \"text\" + name + \" of \\\"two\\\"\"); String x = \"no refusal\";"))
                .containsExactly("one text", " of \"two\"");
        assertThat(ofPage("return is ? null : 'Open it first.'; const x = 'open';"))
                .containsExactly("Open it first.");
    }
}
