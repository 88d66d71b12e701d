package io.acp4j.architecture.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pages by their headings, as the index of the documents lists them. */
record Navigation(Map<String, List<Entry>> groups) {

    private static final Pattern ENTRY = Pattern.compile("- \\[([^]]+)]\\(([^)#]+)\\).*");

    /** One page; its address counts from the root of the site. */
    record Entry(String title, String url) {}

    static Navigation of(Path index) throws IOException {
        Map<String, List<Entry>> groups = new LinkedHashMap<>();
        List<Entry> group = new ArrayList<>();
        for (String line : Files.readAllLines(index)) {
            Matcher entry = ENTRY.matcher(line);
            if (line.startsWith("## ")) {
                group = new ArrayList<>();
                groups.put(line.substring(3), group);
            } else if (entry.matches()) {
                group.add(new Entry(entry.group(1).replace("`", ""), Markdown.urlOf("docs/" + entry.group(2))));
            }
        }
        return new Navigation(groups);
    }

    Navigation with(String heading, List<Entry> entries) {
        Map<String, List<Entry>> more = new LinkedHashMap<>(groups);
        more.put(heading, entries);
        return new Navigation(more);
    }

    String html(String current, String up) {
        StringBuilder html = new StringBuilder();
        groups.forEach((heading, entries) -> {
            html.append("<h2>").append(Markdown.escaped(heading)).append("</h2>\n<ul>\n");
            for (Entry entry : entries) {
                html.append("<li><a href=\"").append(up).append(entry.url()).append('"');
                html.append(entry.url().equals(current) ? " aria-current=\"page\">" : ">");
                html.append(Markdown.escaped(entry.title())).append("</a></li>\n");
            }
            html.append("</ul>\n");
        });
        return html.toString();
    }
}
