package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.architecture.site.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** All documents become pages whose links work. {@code build-support/site} has this write them where the user wants them. */
class SiteTest {

    private static final String TABLES = "acp-tck/src/main/resources/io/acp4j/tck/";

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");

    private final Map<Path, Set<String>> ids = new HashMap<>();

    @Test
    void everyLinkOfTheSiteLeadsSomewhere() throws IOException {
        Path root = PublishedModule.projectRoot();
        String given = System.getProperty("acp.site.dir", "");
        Path target = given.isEmpty() ? root.resolve("architecture-tests/target/site-pages") : Path.of(given);

        List<String> pages = new Site(root, javadoc()).write(Documents.all(root), target);

        assertThat(pages).hasSizeGreaterThan(50).doesNotHaveDuplicates().contains("index.html", "docs/index.html");
        List<String> broken = new ArrayList<>();
        for (String page : pages) {
            broken.addAll(broken(target, target.resolve(page)));
        }
        assertThat(broken).isEmpty();
        assertThat(Files.readString(target.resolve("docs/tck.html"))).contains("id=\"", "aria-current=\"page\"");
        assertThat(Files.readString(target.resolve("BENCHMARKS.html")).split("<svg "))
                .hasSizeGreaterThan(4);
        assertThat(Files.readString(target.resolve("search-index.js"))).contains("docs/tck.html");
        assertThat(Files.readString(target.resolve(TABLES + "agent-requirements.html")))
                .contains(" id=\"FORK-032\"", "href=\"https://agentclientprotocol.com/protocol/v1/");
        for (String tables : List.of("agent-requirements-v2.html", "client-requirements-v2.html")) {
            assertThat(Files.readString(target.resolve(TABLES + tables))).doesNotContain("| = |");
        }
    }

    private static @Nullable Path javadoc() {
        String given = System.getProperty("acp.site.javadoc", "");
        return given.isEmpty() ? null : Path.of(given);
    }

    private List<String> broken(Path target, Path page) throws IOException {
        List<String> broken = new ArrayList<>();
        String html = Files.readString(page);
        Matcher link = LINK.matcher(html.replaceAll("(?s)<pre.*?</pre>", ""));
        while (link.find()) {
            String to = link.group(1);
            if (to.matches("[a-z]+:.*")) {
                continue;
            }
            String path = to.replaceAll("#.*", "");
            Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
            String anchor = to.substring(path.length());
            boolean fine = file.startsWith(target) && Files.isRegularFile(file);
            if (!fine || (anchor.length() > 1 && !idsOf(file).contains(anchor.substring(1)))) {
                broken.add(target.relativize(page) + ": " + to);
            }
        }
        return broken;
    }

    private Set<String> idsOf(Path page) throws IOException {
        Set<String> known = ids.get(page);
        if (known == null) {
            known = new HashSet<>();
            Matcher id = ID.matcher(Files.readString(page));
            while (id.find()) {
                assertThat(known.add(id.group(1)))
                        .as("%s in %s twice", id.group(1), page)
                        .isTrue();
            }
            ids.put(page, known);
        }
        return known;
    }
}
