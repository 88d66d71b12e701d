package io.acp4j.tck.internal.catalogue;

import java.util.List;

/**
 * One sentence that a subject fulfils or not.
 *
 * @param id stable name, such as {@code FORK-032} or, of a client, {@code CLI-MSG-003}
 * @param level how binding it is
 * @param needs what it hangs on: capabilities, words of the prompt vocabulary, properties of the transport
 * @param text the sentence
 * @param citation where it is written, as page and section
 */
public record Requirement(String id, Level level, List<String> needs, String text, String citation) {

    public String area() {
        return id.substring(0, id.lastIndexOf('-'));
    }

    /** The address of the page that the citation names. */
    public String link() {
        if (citation.startsWith("rfd ")) {
            return "https://agentclientprotocol.com/rfds/" + page("rfd ".length());
        }
        if (citation.startsWith("JSON-RPC")) {
            return "https://www.jsonrpc.org/specification";
        }
        if (citation.startsWith("RFC 8259")) {
            return "https://www.rfc-editor.org/rfc/rfc8259";
        }
        return "https://agentclientprotocol.com/protocol/v1/" + page(0);
    }

    private String page(int from) {
        int end = citation.indexOf(' ', from);
        String page = end < 0 ? citation.substring(from) : citation.substring(from, end);
        return page.endsWith(",") || page.endsWith(":") ? page.substring(0, page.length() - 1) : page;
    }
}
