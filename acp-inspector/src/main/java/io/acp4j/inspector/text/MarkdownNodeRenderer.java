package io.acp4j.inspector.text;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * Renders the nodes whose HTML differs from that of commonmark: links and images are text, code is highlighted, and code and tables are
 * boxes that can be scrolled with the keyboard.
 */
final class MarkdownNodeRenderer implements NodeRenderer {

    /** The beginning of a code block. The page adds a button to it. */
    static final String CODE_START =
            "<div class=\"code\"><pre tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>";

    static final String CODE_END = "</code></pre></div>";

    private static final Pattern TASK = Pattern.compile("\\[([ xX])\\]\\s");

    private static final String TABLE_START =
            "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>";

    private static final String TABLE_END = "</table></div>";

    private final HtmlNodeRendererContext context;
    private final HtmlWriter out;
    private final CodeHighlighter highlighter = new CodeHighlighter();

    MarkdownNodeRenderer(HtmlNodeRendererContext context) {
        this.context = context;
        this.out = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(
                Link.class,
                Image.class,
                FencedCodeBlock.class,
                IndentedCodeBlock.class,
                TableBlock.class,
                ListItem.class);
    }

    @Override
    public void render(Node node) {
        if (node instanceof FencedCodeBlock block) {
            code(block.getInfo(), block.getLiteral());
        } else if (node instanceof IndentedCodeBlock block) {
            code(null, block.getLiteral());
        } else if (node instanceof TableBlock) {
            out.line();
            out.raw(TABLE_START);
            children(node);
            out.raw(TABLE_END);
            out.line();
        } else if (node instanceof ListItem) {
            out.tag("li");
            task(node);
            children(node);
            out.tag("/li");
            out.line();
        } else {
            link(node, node instanceof Link link ? link.getDestination() : ((Image) node).getDestination());
        }
    }

    /** Replaces the brackets of a task with a box. The extension of commonmark for tasks overflows the stack on deep texts. */
    private void task(Node item) {
        if (item.getFirstChild() instanceof Paragraph paragraph && paragraph.getFirstChild() instanceof Text text) {
            Matcher task = TASK.matcher(text.getLiteral());
            if (task.lookingAt()) {
                boolean isDone = !task.group(1).equals(" ");
                out.raw("<span class=\"task\" role=\"img\" aria-label=\"" + (isDone ? "Completed\">☑" : "Open\">☐"));
                out.raw("</span>");
                text.setLiteral(text.getLiteral().substring(task.end() - 1));
            }
        }
    }

    private void code(@Nullable String info, String code) {
        out.line();
        out.raw(CODE_START);
        for (CodeHighlighter.Piece piece : highlighter.pieces(info, code)) {
            if (piece.colour() == null) {
                out.text(piece.text());
            } else {
                out.tag("span", Map.of("class", "code-" + piece.colour()));
                out.text(piece.text());
                out.tag("/span");
            }
        }
        out.raw(CODE_END);
        out.line();
    }

    /** Shows the target of a link, which cannot be followed by mistake. A link whose text is its target is shown once. */
    private void link(Node node, String target) {
        if (node instanceof Link && isAutolink(node, target)) {
            out.tag("span", Map.of("class", "md-url"));
            out.text(target);
            out.tag("/span");
            return;
        }
        out.tag("span", Map.of("class", "md-link"));
        if (node instanceof Image) {
            out.text("image ");
        }
        children(node);
        out.tag("/span");
        out.tag("span", Map.of("class", "md-url"));
        out.text(" ‹" + target + "›");
        out.tag("/span");
    }

    private static boolean isAutolink(Node link, String target) {
        return link.getFirstChild() instanceof Text text
                && text.getNext() == null
                && List.of(text.getLiteral(), "mailto:" + text.getLiteral()).contains(target);
    }

    private void children(Node node) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            context.render(child);
        }
    }
}
