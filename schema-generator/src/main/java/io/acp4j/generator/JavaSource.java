package io.acp4j.generator;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The text of one source file: its body as it grows, and the imports that the body turns out to need. */
final class JavaSource {

    private static final String ROOT = "io.acp4j.schema";
    private static final int WIDTH = 120;
    private static final Pattern NAME = Pattern.compile("(?<![\\w.\"#])[A-Z]\\w*");
    private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern LINK = Pattern.compile("\\{@link\\s+(?:\\*\\s+)?([A-Z]\\w*)");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Map<String, String> LIBRARY = Map.ofEntries(
            Map.entry("Base64", "java.util"),
            Map.entry("Collections", "java.util"),
            Map.entry("Function", "java.util.function"),
            Map.entry("HashMap", "java.util"),
            Map.entry("LinkedHashMap", "java.util"),
            Map.entry("List", "java.util"),
            Map.entry("Map", "java.util"),
            Map.entry("Objects", "java.util"),
            Map.entry("Set", "java.util"),
            Map.entry("Nullable", "org.jspecify.annotations"),
            Map.entry("Codecs", ROOT + ".json"),
            Map.entry("JsonCodec", ROOT + ".json"),
            Map.entry("Members", ROOT + ".json"),
            Map.entry("MemberUnionCodec", ROOT + ".json"),
            Map.entry("ObjectCodec", ROOT + ".json"),
            Map.entry("OpenValueCodec", ROOT + ".json"),
            Map.entry("Patch", ROOT + ".json"),
            Map.entry("RawJson", ROOT + ".json"),
            Map.entry("SchemaException", ROOT + ".json"),
            Map.entry("UnionCodec", ROOT + ".json"),
            Map.entry("WireVersion", ROOT + ".json"),
            Map.entry("Counts", ROOT + ".internal.codec"),
            Map.entry("EnvironmentList", ROOT + ".internal.codec"),
            Map.entry("FormFields", ROOT + ".internal.codec"),
            Map.entry("ForkPointCodec", ROOT + ".internal.codec"),
            Map.entry("MetaMember", ROOT + ".internal.codec"),
            Map.entry("Capability", ROOT),
            Map.entry("Meta", ROOT),
            Map.entry("Method", ROOT),
            Map.entry("NotificationMethod", ROOT),
            Map.entry("RequestMethod", ROOT),
            Map.entry("Side", ROOT),
            Map.entry("TerminalBytes", ROOT + ".terminal"),
            Map.entry("RequestId", ROOT),
            Map.entry("ErrorCode", ROOT),
            Map.entry("SessionScoped", ROOT),
            Map.entry("Unstable", ROOT));

    private final Definitions definitions;
    private final String area;
    private final String origin;
    private final StringBuilder body = new StringBuilder();

    JavaSource(Definitions definitions, Definition type) {
        this(definitions, type.area(), "protocol/" + (type.area().isEmpty() ? "ids" : type.area()));
    }

    /** Makes the source of a class that is no type, from another file of definitions. */
    JavaSource(Definitions definitions, String area, String origin) {
        this.definitions = definitions;
        this.area = area;
        this.origin = origin;
    }

    JavaSource add(String code) {
        body.append(code).append('\n');
        return this;
    }

    /** Adds the comment of a type. */
    JavaSource typeDoc(Definition type, List<String> params) {
        return doc("", type.doc(), params, see(type), "@since 0.1.0");
    }

    private static String see(Definition type) {
        String page = type.see();
        if (page == null) {
            return "";
        }
        String[] parts = page.split(" ", 2);
        String url = parts[0].startsWith("https:")
                ? parts[0]
                : "https://agentclientprotocol.com/protocol/" + pages(type) + parts[0];
        return "@see <a href=\"" + url + "\">" + (parts.length == 1 ? "the specification" : parts[1]) + "</a>";
    }

    private static String pages(Definition type) {
        return type.only() == 2 ? "v2/draft/" : "v1/";
    }

    /** Adds a comment in one line where it fits. */
    JavaSource doc(String indent, String text) {
        String line = indent + "/** " + text + " */";
        return line.length() <= WIDTH && !text.contains("\n") ? add(line) : doc(indent, text, List.of());
    }

    /** Adds a comment of several paragraphs, with tags. */
    JavaSource doc(String indent, String text, List<String> params, String... tags) {
        add(indent + "/**");
        String[] paragraphs = text.strip().split("\n+", -1);
        for (int i = 0; i < paragraphs.length; i++) {
            if (i > 0) {
                add(indent + " *");
            }
            wrap(indent + " * ", indent + " * ", paragraphs[i]);
        }
        if (!params.isEmpty() || tags.length > 0) {
            add(indent + " *");
        }
        params.forEach(param -> wrap(indent + " * ", indent + " *     ", param));
        for (String tag : tags) {
            if (!tag.isEmpty()) {
                wrap(indent + " * ", indent + " *     ", tag);
            }
        }
        return add(indent + " */");
    }

    private void wrap(String first, String next, String text) {
        StringBuilder line = new StringBuilder(first);
        int start = line.length();
        for (String word : text.strip().split("\\s+", -1)) {
            if (line.length() > start && line.length() + 1 + word.length() > WIDTH) {
                add(line.toString().stripTrailing());
                line = new StringBuilder(next);
                start = line.length();
            }
            line.append(line.length() == start ? "" : " ").append(word);
        }
        add(line.toString());
    }

    static String unstable(Definition type) {
        return type.feature() == null ? "" : "@Unstable(\"" + type.feature() + "\")\n";
    }

    /** The whole file. */
    String text() {
        Set<String> imports = new TreeSet<>();
        String code = TEXT.matcher(COMMENT.matcher(body).replaceAll("")).replaceAll("\"\"");
        Stream.concat(
                        NAME.matcher(code).results().map(MatchResult::group),
                        LINK.matcher(body).results().map(link -> link.group(1)))
                .forEach(name -> {
                    String from = packageOf(name, definitions.find(name));
                    if (!from.isEmpty() && !from.equals(packageOf(area))) {
                        imports.add("import " + from + "." + name + ";\n");
                    }
                });
        return head() + "package " + packageOf(area) + ";\n\n" + String.join("", imports) + "\n" + body;
    }

    /** The whole file of a package, where all that it has stands in front of its name. */
    String packageText() {
        return head() + body + "package " + packageOf(area) + ";\n\nimport org.jspecify.annotations.NullMarked;\n";
    }

    private String head() {
        return "// Written by build-support/write-types from src/" + origin + ".yaml: change that, not this.\n";
    }

    private static String packageOf(String name, @Nullable Definition type) {
        return type == null ? LIBRARY.getOrDefault(name, "") : packageOf(type.area());
    }

    static String packageOf(String area) {
        return area.isEmpty() ? ROOT : ROOT + "." + area;
    }
}
