package io.acp4j.transport.ws.internal.netty;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** Describes how a server has declined to open a WebSocket. */
public final class Declined {

    private static final int MAX_LOCATION = 200;

    private Declined() {}

    /** Returns the status, in words that are not the server's, and where it redirects to. */
    public static String describe(HttpResponse response) {
        return describe(response.status().code(), response.headers().get(HttpHeaderNames.LOCATION));
    }

    /**
     * Returns a status in words, and where it redirects to.
     *
     * @param location null where that is not known
     */
    public static String describe(int code, @Nullable String location) {
        // Made from the number alone: the phrase of the response is the peer's and may say anything.
        HttpResponseStatus status = HttpResponseStatus.valueOf(code);
        String declined = "declined with " + status;
        if (status.codeClass() != HttpStatusClass.REDIRECTION) {
            return declined;
        }
        String target = location == null ? "" : withoutSecrets(location);
        return declined + (target.isEmpty() ? "" : " to " + target) + "; redirects are not followed";
    }

    /** Returns scheme, host and path; empty when that is no address. */
    private static String withoutSecrets(String location) {
        if (location.length() > MAX_LOCATION) {
            return "";
        }
        try {
            URI to = new URI(location);
            String host = to.getHost() == null ? "" : to.getScheme() + "://" + to.getHost();
            String port = to.getPort() < 0 ? "" : ":" + to.getPort();
            return host + port + (to.getRawPath() == null ? "" : to.getRawPath());
        } catch (URISyntaxException e) {
            return "";
        }
    }
}
