package io.acp4j.transport.http;

import org.junit.jupiter.api.Tag;

/** The servlet in Tomcat, over HTTP/2 with TLS. */
@Tag("full")
class TomcatHttp2ServerTest extends ServerTest {

    @Override
    Served.Host host() {
        return Served.Host.TOMCAT;
    }

    @Override
    boolean isHttp2() {
        return true;
    }
}
