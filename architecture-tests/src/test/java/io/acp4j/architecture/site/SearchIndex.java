package io.acp4j.architecture.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.architecture.site.Markdown.Page;
import io.acp4j.architecture.site.Markdown.Section;
import java.util.List;

/** What the search looks through: a script rather than data, since pages that are read from files may not fetch any. */
final class SearchIndex {

    private static final int MAX_TEXT = 1500;

    private SearchIndex() {}

    static String of(List<Page> pages) throws JsonProcessingException {
        ObjectMapper json = new ObjectMapper();
        ArrayNode all = json.createArrayNode();
        for (Page page : pages) {
            for (Section section : page.sections()) {
                String text = section.text();
                all.addObject()
                        .put("page", page.title())
                        .put("heading", section.heading())
                        .put("url", page.url() + (section.anchor().isEmpty() ? "" : "#" + section.anchor()))
                        .put("text", text.substring(0, Math.min(text.length(), MAX_TEXT)));
            }
        }
        return "window.SEARCH_INDEX = " + json.writeValueAsString(all) + ";\n";
    }
}
