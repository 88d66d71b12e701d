package io.acp4j.transport.http;

/** The servlet in Jetty. */
class JettyServerTest extends ServerTest {

    @Override
    Served.Host host() {
        return Served.Host.JETTY;
    }

    @Override
    boolean isHttp2() {
        return false;
    }
}
