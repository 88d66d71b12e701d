package io.acp4j.inspector.export;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Terminal output as HTML. The policy of the page forbids style attributes, so each combination of colours has a class. */
final class TerminalHtml {

    /** Maximum number of combinations; further ones are shown without colours. */
    private static final int MAX_STYLES = 2_000;

    private final Map<String, String> classes = new LinkedHashMap<>();

    /** Writes the lines of a terminal. */
    void write(JsonNode lines, Html out) {
        out.markup("<pre class=\"terminal\" tabindex=\"0\">");
        for (JsonNode line : lines) {
            line.forEach(run -> run(run, out));
            out.markup("\n");
        }
        out.markup("</pre>\n");
    }

    private void run(JsonNode run, Html out) {
        if (run.isTextual()) {
            out.text(run.textValue());
            return;
        }
        String name = run.path("k").asText() + " " + colours(run.path("s").asText());
        out.markup("<span class=\"" + name.strip() + "\">")
                .text(run.path("t").asText())
                .markup("</span>");
    }

    private String colours(String properties) {
        return classes.size() >= MAX_STYLES
                ? classes.getOrDefault(properties, "")
                : classes.computeIfAbsent(properties, any -> "c" + classes.size());
    }

    /** Returns the rules of the classes that were used. */
    String style() {
        StringBuilder rules = new StringBuilder();
        classes.forEach((properties, name) ->
                rules.append('.').append(name).append('{').append(properties).append("}\n"));
        return rules.toString();
    }
}
