package io.acp4j.architecture.site;

import io.acp4j.architecture.site.Markdown.Page;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Static pages of all documents, which work on a server and from files: navigation, search, light and dark. */
public final class Site {

    /** What the kit requires is a table that the kit itself reads. */
    private static final Map<String, String> CATALOGUES = new TreeMap<>(Map.of(
            "agent-requirements.md", "Requirements for agents",
            "agent-requirements-v2.md", "Requirements for agents, version 2",
            "client-requirements.md", "Requirements for clients",
            "client-requirements-v2.md", "Requirements for clients, version 2"));

    private static final String CATALOGUE_DIRECTORY = "acp-tck/src/main/resources/io/acp4j/tck/";
    private static final String JAVADOC = "api";
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>acp4j</artifactId>\\s*<version>([^<]+)</version>");

    private final Path root;
    private final @Nullable Path javadoc;

    /**
     * Creates the site of a project.
     *
     * @param javadoc the directory with the Javadoc of all modules; null to leave it out
     */
    public Site(Path root, @Nullable Path javadoc) {
        this.root = root;
        this.javadoc = javadoc;
    }

    /**
     * Writes all pages.
     *
     * @param documents the Markdown files, below the root
     * @return the pages that were written, relative to the target
     */
    public List<String> write(List<Path> documents, Path target) throws IOException {
        Set<Path> all = new LinkedHashSet<>(documents);
        CATALOGUES.keySet().forEach(name -> all.add(root.resolve(CATALOGUE_DIRECTORY + name)));
        Markdown markdown = new Markdown(root, all);
        List<Page> pages = new ArrayList<>();
        Path catalogues = root.resolve(CATALOGUE_DIRECTORY);
        for (Path document : all) {
            pages.add(
                    catalogues.equals(document.getParent())
                            ? markdown.requirements(document)
                            : markdown.page(document));
        }
        List<Page> sources = new ArrayList<>();
        for (String source : markdown.sources()) {
            sources.add(sourcePage(source));
        }
        Navigation navigation = Navigation.of(root.resolve("docs/index.md"))
                .with("The kit's requirements", catalogues())
                .with("Project", project());
        String template = resource("page.html")
                .replace("{{version}}", Markdown.escaped(version()))
                .replace(
                        "{{javadoc}}",
                        javadoc == null ? "" : "<a href=\"{{root}}" + JAVADOC + "/index.html\">Javadoc</a>\n");
        JavadocLinks types = new JavadocLinks(javadoc);
        for (Page page : Stream.concat(pages.stream(), sources.stream()).toList()) {
            Path file = target.resolve(page.url());
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, filled(template, page, navigation, types));
        }
        for (String picture : markdown.pictures()) {
            Path copy = target.resolve(picture);
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(root.resolve(picture), copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(target.resolve("site.css"), resource("site.css"));
        Files.writeString(target.resolve("site.js"), resource("site.js"));
        Files.writeString(target.resolve("search-index.js"), SearchIndex.of(pages));
        if (javadoc != null) {
            copyJavadoc(javadoc, target.resolve(JAVADOC));
        }
        return Stream.concat(pages.stream(), sources.stream()).map(Page::url).toList();
    }

    private static List<Navigation.Entry> catalogues() {
        return CATALOGUES.entrySet().stream()
                .map(each -> new Navigation.Entry(each.getValue(), Markdown.urlOf(CATALOGUE_DIRECTORY + each.getKey())))
                .toList();
    }

    private List<Navigation.Entry> project() {
        List<Navigation.Entry> entries = new ArrayList<>();
        if (javadoc != null) {
            entries.add(new Navigation.Entry("Javadoc", JAVADOC + "/index.html"));
        }
        for (String name : List.of("ARCHITECTURE", "BENCHMARKS", "CHANGELOG", "CONTRIBUTING", "SECURITY")) {
            if (Files.exists(root.resolve(name + ".md"))) {
                entries.add(new Navigation.Entry(
                        name.charAt(0) + name.substring(1).toLowerCase(java.util.Locale.ROOT), name + ".html"));
            }
        }
        return entries;
    }

    private Page sourcePage(String source) throws IOException {
        String text = Files.readString(root.resolve(source));
        String name = source.substring(source.lastIndexOf('/') + 1);
        String html = "<h1>" + Markdown.escaped(name) + "</h1>\n<p><code>" + Markdown.escaped(source)
                + "</code></p>\n<pre><code>" + Markdown.escaped(text) + "</code></pre>\n";
        return new Page(Markdown.sourceUrlOf(source), name, html, List.of());
    }

    private static String filled(String template, Page page, Navigation navigation, JavadocLinks types) {
        String up = "../".repeat((int) page.url().chars().filter(c -> c == '/').count());
        return template.replace("{{title}}", Markdown.escaped(page.title()))
                .replace("{{navigation}}", navigation.html(page.url(), up))
                .replace("{{root}}", up)
                .replace("{{content}}", types.linked(page.html(), up + JAVADOC + "/"));
    }

    private String version() throws IOException {
        Matcher version = VERSION.matcher(Files.readString(root.resolve("pom.xml")));
        if (!version.find()) {
            throw new IllegalStateException("the version is not found in pom.xml");
        }
        return version.group(1);
    }

    private static void copyJavadoc(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                Files.copy(file, copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream("/site/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
