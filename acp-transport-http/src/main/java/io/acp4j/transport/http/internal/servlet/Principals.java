package io.acp4j.transport.http.internal.servlet;

import io.acp4j.transport.http.internal.server.Reply;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsHandshake;
import io.acp4j.transport.ws.internal.PrincipalName;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out who has sent a request. */
final class Principals {

    private static final Logger LOG = LoggerFactory.getLogger(Principals.class);

    private final @Nullable WsAuthenticator authenticator;

    Principals(@Nullable WsAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    /**
     * What was found out.
     *
     * @param principal the name of the principal, empty without authentication; null when the request is refused
     * @param refusal what to respond with instead; null when the request is not refused
     */
    record Decision(@Nullable String principal, @Nullable Reply refusal) {}

    Decision of(HttpServletRequest request) {
        Principal tlsPeer = tlsPeer(request);
        WsAuthenticator asked = authenticator;
        if (asked == null) {
            Principal user = request.getUserPrincipal() == null ? tlsPeer : request.getUserPrincipal();
            String name = user == null ? null : user.getName();
            return new Decision(name == null ? "" : PrincipalName.of(name), null);
        }
        try {
            String principal = asked.authenticate(
                    WsHandshake.ofRequest(remoteAddress(request), path(request), headers(request), tlsPeer));
            return principal == null
                    ? new Decision(
                            null,
                            Reply.text(401, "send a valid token as Authorization: Bearer")
                                    .with("www-authenticate", "Bearer realm=\"acp\""))
                    : new Decision(PrincipalName.check(principal), null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(e);
        } catch (Exception e) {
            return failed(e);
        }
    }

    private static Decision failed(Exception e) {
        LOG.error("The authenticator failed", e);
        return new Decision(null, Reply.text(500, "it cannot be told who may connect"));
    }

    private static @Nullable Principal tlsPeer(HttpServletRequest request) {
        return request.getAttribute("jakarta.servlet.request.X509Certificate") instanceof X509Certificate[] chain
                        && chain.length > 0
                ? chain[0].getSubjectX500Principal()
                : null;
    }

    private static InetSocketAddress remoteAddress(HttpServletRequest request) {
        try {
            return new InetSocketAddress(InetAddress.getByName(request.getRemoteAddr()), request.getRemotePort());
        } catch (UnknownHostException e) {
            return InetSocketAddress.createUnresolved(request.getRemoteAddr(), request.getRemotePort());
        }
    }

    private static String path(HttpServletRequest request) {
        return request.getRequestURI();
    }

    private static Map<String, List<String>> headers(HttpServletRequest request) {
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        return headers;
    }
}
