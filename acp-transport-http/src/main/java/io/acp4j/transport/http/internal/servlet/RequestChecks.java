package io.acp4j.transport.http.internal.servlet;

import io.acp4j.transport.http.internal.server.Reply;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at a request before it is asked who has sent it. */
final class RequestChecks {

    private static final Set<String> LOOPBACK_HOSTS = Set.of("localhost", "127.0.0.1", "::1");

    /** Headers of which two mean that somebody on the way may have looked at another one than this server does. */
    private static final List<String> ONCE = List.of("Host", "Origin", "Authorization");

    private final ServletSettings settings;

    RequestChecks(ServletSettings settings) {
        this.settings = settings;
    }

    /** Returns what is wrong with a request whatever it asks for; null when nothing is. */
    @Nullable
    Reply refusal(HttpServletRequest request) {
        for (String name : ONCE) {
            if (Collections.list(request.getHeaders(name)).size() > 1) {
                return Reply.text(400, "the header " + name + " may be sent once");
            }
        }
        if (!isAllowedHost(request)) {
            return Reply.text(403, "this server does not respond for the host of the request");
        }
        String origin = request.getHeader("Origin");
        return origin == null || isAllowedOrigin(origin)
                ? null
                : Reply.text(403, "web pages of this origin may not connect");
    }

    boolean isAllowedOrigin(String origin) {
        return settings.allowedOrigins().contains("*")
                || settings.allowedOrigins().contains(origin.toLowerCase(Locale.ROOT));
    }

    private boolean isAllowedHost(HttpServletRequest request) {
        String host = request.getServerName().toLowerCase(Locale.ROOT);
        boolean loopback = isLoopback(request.getLocalAddr());
        return settings.allowedHosts().contains(host)
                || (loopback && LOOPBACK_HOSTS.contains(bare(host)))
                || (!loopback && settings.allowedHosts().isEmpty());
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** Containers give addresses, which are not looked up. */
    private static boolean isLoopback(@Nullable String address) {
        try {
            return address != null
                    && !address.isEmpty()
                    && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
