package io.acp4j.architecture.site;

import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes Markdown that reads well of the tables that the kit reads: the row {@code | = | ID ID | } becomes a list with links into the tables
 * of version 1, and each citation links to what it cites.
 */
final class RequirementTables {

    private static final Pattern SAME = Pattern.compile("\\| = \\| (.*?) \\|\\s*");
    private static final Pattern ROW = Pattern.compile("\\| (\\S+-[0-9]+) \\|.*");
    private static final Pattern CITATION = Pattern.compile("(?<=\\| )((?:[^|]|\\\\\\|)+?)(?= \\|\\s*$)");
    private static final String PROJECT = "https://github.com/acp4j/acp4j/blob/main/";

    /** From the directory of the tables to the root of the project. */
    private static final String UP = "../".repeat(7);

    private final Catalogue catalogue;
    private final String first;

    /**
     * Creates the tables of one file.
     *
     * @param file its name, such as {@code client-requirements-v2.md}
     */
    RequirementTables(String file) {
        int version = file.endsWith("-v2.md") ? 2 : 1;
        this.catalogue = file.startsWith("client") ? Catalogue.ofClients(version) : Catalogue.ofAgents(version);
        this.first = file.replace("-v2.md", ".md");
    }

    String readable(String markdown) {
        return markdown.lines().map(this::line).collect(Collectors.joining("\n", "", "\n"));
    }

    private String line(String line) {
        Matcher same = SAME.matcher(line);
        if (same.matches()) {
            return Arrays.stream(same.group(1).split(" "))
                    .map(id -> "[" + id + "](" + first + "#" + id + ")")
                    .collect(Collectors.joining(", ", "- ", ""));
        }
        Matcher row = ROW.matcher(line);
        Optional<Requirement> requirement = row.matches() ? catalogue.find(row.group(1)) : Optional.empty();
        return requirement.map(found -> linked(line, found)).orElse(line);
    }

    private static String linked(String row, Requirement requirement) {
        String link = requirement.link();
        String target = requirement.source() == Source.ACP4J ? UP + link.substring(PROJECT.length()) : link;
        return CITATION.matcher(row)
                .replaceFirst(cited -> Matcher.quoteReplacement("[" + cited.group(1) + "](" + target + ")"));
    }
}
