package io.acp4j.transport.http.servlet;

/** Reaches what only tests may use. */
public final class Servlets {

    private Servlets() {}

    public static AcpServletBuilder anyMessage(AcpServletBuilder builder) {
        return builder.anyMessage();
    }
}
