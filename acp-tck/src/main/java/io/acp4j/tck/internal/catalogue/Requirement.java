package io.acp4j.tck.internal.catalogue;

import java.util.List;

/**
 * One sentence that a subject fulfils or not.
 *
 * @param id stable name, such as {@code FORK-032} or, of a client, {@code CLI-MSG-003}
 * @param level how binding it is
 * @param source who asks for it
 * @param needs what it hangs on: capabilities, words of the prompt vocabulary, properties of the transport
 * @param text the sentence
 * @param citation where it is written, as page and section; of {@link Source#ACP4J}, the text that leaves it open
 * @param protocol the version of the protocol whose pages the citation names, 1 or 2
 */
public record Requirement(
        String id, Level level, Source source, List<String> needs, String text, String citation, int protocol) {

    private static final String PROJECT = "https://github.com/acp4j/acp4j/blob/main/docs/";

    /** Returns the first part of the id, such as {@code FORK}. */
    public String area() {
        return id.substring(0, id.lastIndexOf('-'));
    }

    /** Returns the address of the page that asks for the requirement. */
    public String link() {
        if (source == Source.ACP4J) {
            return PROJECT
                    + (area().equals("FORK") || area().equals("CLI-FORK")
                            ? "concepts/sessions-and-branching.md#rules"
                            : "tck.md#sources");
        }
        if (citation.startsWith("rfd ")) {
            return "https://agentclientprotocol.com/rfds/" + page("rfd ".length());
        }
        if (citation.startsWith("JSON-RPC")) {
            return "https://www.jsonrpc.org/specification";
        }
        if (citation.startsWith("RFC 8259")) {
            return "https://www.rfc-editor.org/rfc/rfc8259";
        }
        return "https://agentclientprotocol.com/protocol/v" + protocol + "/" + page(0);
    }

    /** Returns the same requirement as a version of the protocol has it, with what that has in the place of the citation. */
    Requirement ofVersion(int version, String cited) {
        return new Requirement(id, level, source, needs, text, cited, version);
    }

    private String page(int from) {
        int end = citation.indexOf(' ', from);
        String page = end < 0 ? citation.substring(from) : citation.substring(from, end);
        return page.endsWith(",") || page.endsWith(":") ? page.substring(0, page.length() - 1) : page;
    }
}
