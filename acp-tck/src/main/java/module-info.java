/** The conformance kit for agents and clients: raw JSON on the wire, requirements with citations, verdicts with evidence. */
module io.acp4j.tck {
    requires static transitive org.jspecify;
    requires static transitive org.junit.jupiter.api;
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires io.acp4j.process;
    requires io.netty.buffer;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.transport;
    requires java.management;
    requires java.net.http;
    requires java.xml;

    exports io.acp4j.tck;
    exports io.acp4j.tck.conversation;
    exports io.acp4j.tck.junit;

    opens io.acp4j.tck.internal.cli to
            info.picocli;
}
