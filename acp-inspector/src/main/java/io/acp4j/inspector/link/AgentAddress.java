package io.acp4j.inspector.link;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.http.HttpTransportBuilder;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.WsTransportBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of an agent that serves: {@code ws://} and {@code wss://} for WebSockets, {@code http://} and {@code https://} for
 * Streamable HTTP.
 *
 * @param uri where it is
 * @param token the bearer token that it wants; null for none
 * @param trust a PEM file with the certificates to trust; null for those that the JVM trusts
 */
public record AgentAddress(
        URI uri, @Nullable String token, @Nullable Path trust) {

    private static final Pattern SCHEME = Pattern.compile("(?i)(?:ws|http)s?://.+");

    /**
     * Names an address whose token is in an environment variable.
     *
     * @param uri where it is
     * @param variable the variable; null for an agent that wants no token
     * @param trust a PEM file with the certificates to trust; null for those that the JVM trusts
     * @return the address
     * @throws IOException when the variable is not set
     */
    public static AgentAddress of(URI uri, @Nullable String variable, @Nullable Path trust) throws IOException {
        String token = variable == null ? null : System.getenv(variable);
        if (variable != null && token == null) {
            throw new IOException("the variable " + variable + " is not set");
        }
        return new AgentAddress(uri, token, trust);
    }

    /**
     * Returns whether a text is an address, and not a command.
     *
     * @param text the text
     * @return true for what begins with one of the four schemes
     */
    public static boolean isAddress(String text) {
        return SCHEME.matcher(text).matches();
    }

    /**
     * Returns whether it is reached over Streamable HTTP, not by a WebSocket.
     *
     * @return true for {@code http} and {@code https}
     */
    public boolean isHttp() {
        return String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT).startsWith("http");
    }

    /**
     * Returns what pages and tables call it: nothing of what may be secret in an address.
     *
     * @return scheme, host, port and path
     */
    public String name() {
        String host = String.valueOf(uri.getRawAuthority()).replaceFirst("^.*@", "");
        return uri.getScheme() + "://" + host + (uri.getPath() == null ? "" : uri.getPath());
    }

    /**
     * Opens a transport to it; with Streamable HTTP whether it can be reached shows with the first message.
     *
     * @return the transport
     * @throws IOException when it cannot be reached, or the file with the certificates cannot be read
     * @throws InterruptedException when the thread is interrupted
     */
    public Transport connect() throws IOException, InterruptedException {
        try {
            return isHttp() ? http().connect() : webSocket().connect();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private HttpTransportBuilder http() {
        HttpTransportBuilder builder = HttpTransport.builder(uri);
        if (token != null) {
            builder.bearerToken(token);
        }
        return trust == null ? builder : builder.trust(trust);
    }

    private WsTransportBuilder webSocket() {
        WsTransportBuilder builder = WsTransport.builder(uri);
        if (token != null) {
            builder.bearerToken(token);
        }
        return trust == null ? builder : builder.trust(trust);
    }

    /** Leaves out the token. */
    @Override
    public String toString() {
        return name();
    }
}
