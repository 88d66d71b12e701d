package io.acp4j.architecture.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Makes pages of documents, with the anchors that GitHub gives headings, and links that lead to pages. */
final class Markdown {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private static final Pattern CELL = Pattern.compile("<td[^>]*>.*?</td>", Pattern.DOTALL);
    private static final Pattern CELL_ID = Pattern.compile("<td>((?:[A-Z0-9]+-)+[0-9]+)</td>");
    private static final Pattern CODE = Pattern.compile("(?<=<code>)[^<]*");

    private final Path root;
    private final Set<Path> documents;
    private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
    private final Set<String> sources = new TreeSet<>();
    private final Set<String> pictures = new TreeSet<>();

    /** Creates a maker of pages; links to documents that have none show their source. */
    Markdown(Path root, Set<Path> documents) {
        this.root = root;
        this.documents = documents;
    }

    /** One page: its address from the root of the site, its title, its contents, and its sections to search in. */
    record Page(String url, String title, String html, List<Section> sections) {}

    /** What stands below one heading. */
    record Section(String anchor, String heading, String text) {}

    /** Returns the sources that pages read so far link to. */
    Set<String> sources() {
        return sources;
    }

    /** Returns the pictures that pages read so far show. */
    Set<String> pictures() {
        return pictures;
    }

    static String urlOf(String document) {
        return document.equals("README.md") ? "index.html" : document.replaceAll("\\.md$", ".html");
    }

    static String sourceUrlOf(String source) {
        return "source/" + source + ".html";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    Page page(Path document) throws IOException {
        return page(document, Files.readString(document));
    }

    /** Makes the page of a document that the conformance kit reads: each requirement has an anchor, its id. */
    Page requirements(Path document) throws IOException {
        RequirementTables tables = new RequirementTables(document.getFileName().toString());
        Page page = page(document, tables.readable(Files.readString(document)));
        String anchored = page.html()
                .replaceAll("<td class=\"id\">([^<]+)</td>", "<td class=\"id\" id=\"$1\">$1</td>")
                .replaceAll("\">((?:[A-Z0-9]+-)+[0-9]+)</a>", "\" class=\"id\">$1</a>");
        return new Page(page.url(), page.title(), anchored, page.sections());
    }

    private Page page(Path document, String markdown) {
        String name = nameOf(document);
        Node tree = parser.parse(markdown);
        Sections sections = new Sections();
        tree.accept(sections);
        tree.accept(new Links(document, urlOf(name)));
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    String anchor = node instanceof Heading heading ? sections.anchors.get(heading) : null;
                    if (anchor != null) {
                        attributes.put("id", anchor);
                    }
                    if (tag.equals("pre")) {
                        attributes.put("tabindex", "0");
                    }
                })
                .build();
        String html = withBreaks(renderer.render(tree))
                .replace("<table>", "<div class=\"table\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>");
        return new Page(urlOf(name), sections.title == null ? name : sections.title, html, sections.all());
    }

    /** Lets code in tables break behind points and slashes and before capitals instead of anywhere, and names of requirements nowhere. */
    private static String withBreaks(String html) {
        String cells = CELL_ID.matcher(html).replaceAll("<td class=\"id\">$1</td>");
        return CELL.matcher(cells)
                .replaceAll(cell -> Matcher.quoteReplacement(CODE.matcher(cell.group())
                        .replaceAll(code -> Matcher.quoteReplacement(
                                code.group().replaceAll("(?<=[^/.][/.])(?=[^/.])|(?<=\\p{Ll})(?=\\p{Lu})", "<wbr>")))));
    }

    private String nameOf(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** Gives headings their anchors, and collects what stands below them. */
    private static final class Sections extends AbstractVisitor {

        private final Map<Heading, String> anchors = new HashMap<>();
        private final Map<String, Integer> used = new HashMap<>();
        private final List<Section> done = new ArrayList<>();
        private @org.jspecify.annotations.Nullable String title;
        private String anchor = "";
        private String heading = "";
        private StringBuilder text = new StringBuilder();

        List<Section> all() {
            end();
            return done;
        }

        private void end() {
            if (!heading.isEmpty() || !text.isEmpty()) {
                done.add(new Section(anchor, heading, text.toString().strip()));
            }
            text = new StringBuilder();
        }

        @Override
        public void visit(Heading node) {
            end();
            StringBuilder words = new StringBuilder();
            node.accept(new Plain(words));
            heading = words.toString();
            String slug = heading.strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
                    .replace(' ', '-');
            int before = used.merge(slug, 1, Integer::sum) - 1;
            anchor = before == 0 ? slug : slug + "-" + before;
            anchors.put(node, anchor);
            title = title == null ? heading : title;
        }

        @Override
        public void visit(Text node) {
            text.append(node.getLiteral()).append(' ');
        }

        @Override
        public void visit(Code node) {
            text.append(node.getLiteral()).append(' ');
        }

        @Override
        public void visit(HtmlBlock node) {
            if (node.getLiteral().strip().equals(Chart.MARKER) && node.getNext() instanceof TableBlock table) {
                node.setLiteral(Chart.of(table));
            } else {
                node.unlink(); // markers for the build
            }
        }
    }

    private static final class Plain extends AbstractVisitor {

        private final StringBuilder words;

        Plain(StringBuilder words) {
            this.words = words;
        }

        @Override
        public void visit(Text node) {
            words.append(node.getLiteral());
        }

        @Override
        public void visit(Code node) {
            words.append(node.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak node) {
            words.append(' ');
        }
    }

    /** Has links lead to pages of the site: documents, sources, pictures. */
    private final class Links extends AbstractVisitor {

        private final Path document;
        private final String up;

        Links(Path document, String url) {
            this.document = document;
            this.up = "../".repeat((int) url.chars().filter(c -> c == '/').count());
        }

        @Override
        public void visit(Image node) {
            String target = node.getDestination();
            if (!target.matches("[a-z]+:.*")) {
                String file = nameOf(document.resolveSibling(target).normalize());
                pictures.add(file);
                node.setDestination(up + file);
            }
            visitChildren(node);
        }

        @Override
        public void visit(Link node) {
            String target = node.getDestination();
            if (!target.startsWith("#") && !target.matches("[a-z]+:.*")) {
                String path = target.replaceAll("#.*", "");
                String anchor = target.substring(path.length());
                Path file = document.resolveSibling(path).normalize();
                String name = nameOf(file);
                if (documents.contains(file)) {
                    node.setDestination(up + urlOf(name) + anchor);
                } else if (Files.isRegularFile(file)) {
                    sources.add(name);
                    node.setDestination(up + sourceUrlOf(name));
                } else {
                    // A directory has no page; its name stays.
                    visitChildren(node);
                    while (node.getFirstChild() != null) {
                        node.insertBefore(node.getFirstChild());
                    }
                    node.unlink();
                    return;
                }
            }
            visitChildren(node);
        }
    }
}
