package io.acp4j.transport.http;

/** The servlet in Tomcat, over HTTP/2 with TLS. */
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
