package io.acp4j.inspector.text;

import io.acp4j.rpc.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * Markdown of an agent as HTML that can do nothing: no script, no link that can be followed, no image that is fetched, no
 * style. HTML in the text is shown as text; characters that hide or reorder others are made visible.
 */
public final class SafeHtml {

    /** How much of one text is rendered: the rest is left out, and said to be. */
    public static final int MAX_CHARACTERS = 200_000;

    private static final List<org.commonmark.Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder()
            .extensions(EXTENSIONS)
            .includeSourceSpans(IncludeSourceSpans.NONE)
            .build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .nodeRendererFactory(LinksAsText::new)
            .build();
    private static final PolicyFactory POLICY = new HtmlPolicyBuilder()
            .allowElements(
                    "p",
                    "br",
                    "hr",
                    "h1",
                    "h2",
                    "h3",
                    "h4",
                    "h5",
                    "h6",
                    "em",
                    "strong",
                    "code",
                    "pre",
                    "blockquote",
                    "ul",
                    "ol",
                    "li",
                    "table",
                    "thead",
                    "tbody",
                    "tr",
                    "th",
                    "td",
                    "span")
            .allowAttributes("class")
            .matching(true, "md-link", "md-url")
            .onElements("span")
            .allowAttributes("start")
            .matching(value -> value.matches("[0-9]{1,9}"))
            .onElements("ol")
            .toFactory();

    /** How deep a text may nest quotes, lists and emphasis: what is deeper is no text for people, and is shown as it is. */
    private static final int MAX_DEPTH = 100;

    private SafeHtml() {}

    /**
     * Returns a text as HTML.
     *
     * @param markdown the text, by whomever
     * @return HTML made of a few harmless elements
     */
    public static String of(String markdown) {
        boolean cut = markdown.length() > MAX_CHARACTERS;
        String text = cut ? markdown.substring(0, MAX_CHARACTERS) : markdown;
        String visible = VisibleText.of(text);
        Node document = PARSER.parse(visible);
        String html = isTooDeep(document)
                ? "<pre><code>"
                        + visible.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") + "</code></pre>"
                : RENDERER.render(document);
        String safe = POLICY.sanitize(html);
        return cut
                ? safe + "<p>… " + String.format(Locale.ROOT, "%,d", markdown.length() - MAX_CHARACTERS)
                        + " more characters</p>"
                : safe;
    }

    /** Without recursion, which is what deep texts break. */
    private static boolean isTooDeep(Node root) {
        int depth = 0;
        Node node = root;
        while (node != null) {
            if (node.getFirstChild() != null) {
                node = node.getFirstChild();
                depth++;
                if (depth > MAX_DEPTH) {
                    return true;
                }
                continue;
            }
            while (!node.equals(root) && node.getNext() == null) {
                node = node.getParent();
                depth--;
            }
            node = node.equals(root) ? null : node.getNext();
        }
        return false;
    }

    /** Shows where a link goes; nobody follows it by a slip. */
    private static final class LinksAsText implements NodeRenderer {

        private final HtmlNodeRendererContext context;
        private final HtmlWriter out;

        LinksAsText(HtmlNodeRendererContext context) {
            this.context = context;
            this.out = context.getWriter();
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Link.class, Image.class);
        }

        @Override
        public void render(Node node) {
            String target = node instanceof Link link ? link.getDestination() : ((Image) node).getDestination();
            out.tag("span", java.util.Map.of("class", "md-link"));
            if (node instanceof Image) {
                out.text("image ");
            }
            for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
                context.render(child);
            }
            out.tag("/span");
            out.tag("span", java.util.Map.of("class", "md-url"));
            out.text(" ‹" + target + "›");
            out.tag("/span");
        }
    }
}
