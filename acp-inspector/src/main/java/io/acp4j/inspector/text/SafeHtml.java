package io.acp4j.inspector.text;

import io.acp4j.rpc.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * Markdown of an agent as HTML that can do nothing: no script, no link that can be followed, no image that is fetched, no
 * style. HTML in the text is shown as text; characters that hide or reorder others are made visible.
 */
public final class SafeHtml {

    /** How much of one text is rendered: the rest is left out, and said to be. */
    public static final int MAX_CHARACTERS = 200_000;

    private static final List<org.commonmark.Extension> EXTENSIONS =
            List.of(TablesExtension.create(), StrikethroughExtension.create());
    private static final Parser PARSER = Parser.builder()
            .extensions(EXTENSIONS)
            .includeSourceSpans(IncludeSourceSpans.NONE)
            .build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .escapeHtml(true)
            // Before the extensions: the first renderer of a node is used.
            .nodeRendererFactory(MarkdownNodeRenderer::new)
            .extensions(EXTENSIONS)
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
                    "del",
                    "div",
                    "span")
            .allowAttributes("class")
            .matching(Pattern.compile("md-link|md-url|task|code-(?:" + CodeHighlighter.COLOURS + ")"))
            .onElements("span")
            .allowAttributes("class")
            .matching(true, "code", "table")
            .onElements("div")
            .allowAttributes("tabindex")
            .matching(true, "0")
            .onElements("div", "pre")
            .allowAttributes("role")
            .matching(true, "group", "img")
            .onElements("div", "pre", "span")
            .allowAttributes("aria-label")
            .matching(false, "Code", "Table", "Completed", "Open")
            .onElements("div", "pre", "span")
            .allowAttributes("align")
            .matching(true, "left", "center", "right")
            .onElements("th", "td")
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
                ? MarkdownNodeRenderer.CODE_START
                        + visible.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                        + MarkdownNodeRenderer.CODE_END
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
}
