package io.acp4j.inspector.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides who may see anything at all: those who know the token, from a page of this server, under a local name. */
final class Gate {

    /** What is told to those who do not know the token. */
    static final String NO_TOKEN =
            "This is the ACP inspector. Open the address that it has printed when it was started:"
                    + " it has a token that is new each time.";

    private static final int TOKEN_BYTES = 32;

    private final String token;
    private final int port;

    Gate(String token, int port) {
        this.token = token;
        this.port = port;
    }

    /** A token that nobody guesses. */
    static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Cookies are shared by all ports of a host, so its name has the port. */
    String cookieName() {
        return "acp-inspector-" + port;
    }

    String token() {
        return token;
    }

    /** Returns why a request is refused, whatever its token; null when it is not. */
    @Nullable
    String refusal(HttpRequest request) {
        Set<String> hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        List<String> named = request.headers().getAll(HttpHeaderNames.HOST);
        if (named.size() != 1 || !hosts.contains(named.get(0))) {
            return "this server answers to its local name only";
        }
        List<String> origins = request.headers().getAll(HttpHeaderNames.ORIGIN);
        for (String origin : origins) {
            if (!origin.equals("http://" + named.get(0))) {
                return "pages of another origin may not use this server";
            }
        }
        String site = request.headers().get("Sec-Fetch-Site");
        boolean navigates = "navigate".equals(request.headers().get("Sec-Fetch-Mode"));
        if (site != null && !site.equals("same-origin") && !site.equals("none") && !navigates) {
            return "pages of another origin may not use this server";
        }
        return null;
    }

    /** Returns whether the address has the token, as the one that is printed at the start. */
    boolean isTokenInAddress(HttpRequest request) {
        List<String> given = new QueryStringDecoder(request.uri()).parameters().get("token");
        return given != null && given.size() == 1 && isToken(given.get(0));
    }

    /** Returns whether the cookie is there that the address with the token has set. */
    boolean isTokenInCookie(HttpRequest request) {
        for (String header : request.headers().getAll(HttpHeaderNames.COOKIE)) {
            for (Cookie cookie : ServerCookieDecoder.STRICT.decodeAll(header)) {
                if (cookie.name().equals(cookieName()) && isToken(cookie.value())) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isToken(String given) {
        return MessageDigest.isEqual(token.getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
