package io.acp4j.transport.http;

/** HTTP/1.1 without TLS. */
class Http1ServerTest extends ServerTest {

    @Override
    Served.Host host() {
        return Served.Host.NETTY;
    }

    @Override
    boolean isHttp2() {
        return false;
    }
}
