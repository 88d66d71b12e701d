package io.acp4j.transport.http;

/** HTTP/2 with TLS. */
class Http2ServerTest extends ServerTest {

    @Override
    Served.Host host() {
        return Served.Host.NETTY;
    }

    @Override
    boolean isHttp2() {
        return true;
    }
}
