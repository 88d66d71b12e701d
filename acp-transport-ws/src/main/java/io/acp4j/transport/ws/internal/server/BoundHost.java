package io.acp4j.transport.ws.internal.server;

import io.acp4j.transport.ws.internal.netty.HeaderNames;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Host of a server's URI. */
final class BoundHost {

    private BoundHost() {}

    /** Returns the host as it was specified, an IPv6 address in brackets, or {@code localhost} for all addresses. */
    static String of(InetSocketAddress bound) {
        InetAddress address = bound.getAddress();
        if (address.isAnyLocalAddress()) {
            return "localhost";
        }
        String host = bound.getHostString();
        if (!host.contains(":")) {
            return HeaderNames.lowerCase(host);
        }
        return address instanceof Inet6Address && address.isLoopbackAddress() ? "[::1]" : "[" + host + "]";
    }
}
