package io.acp4j.architecture.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Links the names of public types in running text to their Javadoc, where there is one type of that name only. */
final class JavadocLinks {

    private static final Pattern TYPE_PAGE = Pattern.compile("[A-Z]\\w*\\.html");

    /** Code that is the name of a type, with a member or without; links, blocks of code and headings are passed over. */
    private static final Pattern CODE = Pattern.compile(
            "(?s)<a .*?</a>|<pre.*?</pre>|<h\\d.*?</h\\d>|<code>([A-Z]\\w*)((?:\\.[a-z]\\w*)?(?:\\([^<]*\\))?)</code>");

    private final Map<String, String> pages = new HashMap<>();

    /**
     * Reads which types there are.
     *
     * @param javadoc the directory of the Javadoc; null links nothing
     */
    JavadocLinks(@Nullable Path javadoc) throws IOException {
        if (javadoc == null) {
            return;
        }
        Set<String> ambiguous = new HashSet<>();
        try (Stream<Path> files = Files.walk(javadoc)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String name = file.getFileName().toString();
                if (TYPE_PAGE.matcher(name).matches() && !file.toString().contains("class-use")) {
                    String type = name.substring(0, name.length() - ".html".length());
                    if (pages.put(type, javadoc.relativize(file).toString().replace('\\', '/')) != null) {
                        ambiguous.add(type);
                    }
                }
            }
        }
        pages.keySet().removeAll(ambiguous);
    }

    /**
     * Puts links into a page.
     *
     * @param up leads from the page to the directory of the Javadoc
     */
    String linked(String html, String up) {
        return CODE.matcher(html).replaceAll(found -> {
            String type = found.group(1);
            String page = type == null ? null : pages.get(type);
            return Matcher.quoteReplacement(
                    page == null ? found.group() : "<a href=\"" + up + page + "\">" + found.group() + "</a>");
        });
    }
}
