package io.acp4j.tck.internal.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One page that holds one report or several to compare, and needs nothing else. */
public final class HtmlReport {

    private static final String MARK = "\"@REPORTS@\"";

    private HtmlReport() {}

    /** Builds the page. The data goes into a script as JSON; the page shows it as text only, never as markup. */
    public static String of(List<? extends JsonNode> reports) {
        ArrayNode data = Json.arr();
        reports.forEach(data::add);
        // No sequence of the data may end the script, nor begin a comment in it.
        String json = data.toString()
                .replace("&", "\\u0026")
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
        return template().replace(MARK, json);
    }

    private static String template() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("/io/acp4j/tck/report.html")) {
            if (in == null) {
                throw new IllegalStateException("The kit is incomplete: report.html is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
