package io.acp4j.transport.http;

/** The servlet in Tomcat. */
class TomcatServerTest extends ServerTest {

    @Override
    Served.Host host() {
        return Served.Host.TOMCAT;
    }

    @Override
    boolean isHttp2() {
        return false;
    }
}
