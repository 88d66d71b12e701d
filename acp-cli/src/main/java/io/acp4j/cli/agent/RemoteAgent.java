package io.acp4j.cli.agent;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.http.HttpTransportBuilder;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.WsTransportBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An agent at an address: {@code ws://} or {@code wss://} for WebSocket, {@code http://} or {@code https://} for Streamable HTTP.
 *
 * @param uri the address
 * @param bearerVariable the environment variable that contains the bearer token; null for an agent without a token
 * @param trust a PEM file with the trusted certificates; null for those that the JVM trusts
 */
public record RemoteAgent(
        URI uri, @Nullable String bearerVariable, @Nullable Path trust) implements AgentTarget {

    private static final Pattern ADDRESS = Pattern.compile("(?i)(?:ws|http)s?://.+");

    /**
     * Checks the address, the variable and the file of certificates.
     *
     * @throws IllegalArgumentException if the address is invalid, the variable is not set, or the file cannot be read
     */
    public RemoteAgent {
        if (bearerVariable != null && System.getenv(bearerVariable) == null) {
            throw new IllegalArgumentException("the variable " + bearerVariable + " is not set");
        }
        connector(uri, bearerVariable, trust);
    }

    /**
     * Returns true if the text is an address and not a command.
     *
     * @param text the text
     * @return true if it begins with one of the four schemes
     */
    public static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /**
     * Returns true if the agent is reached over Streamable HTTP.
     *
     * @return false for WebSocket
     */
    public boolean isHttp() {
        return isHttp(uri);
    }

    private static boolean isHttp(URI uri) {
        return String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT).startsWith("http");
    }

    /**
     * Returns the address without its user, query and fragment, which may be secret.
     *
     * @return scheme, host, port and path
     */
    @Override
    public String name() {
        String host = String.valueOf(uri.getRawAuthority()).replaceFirst("^.*@", "");
        return uri.getScheme() + "://" + host + (uri.getPath() == null ? "" : uri.getPath());
    }

    @Override
    public Transport open(Consumer<String> errorLines) {
        return connector(uri, bearerVariable, trust).get();
    }

    private static Supplier<Transport> connector(URI uri, @Nullable String bearerVariable, @Nullable Path trust) {
        String token = bearerVariable == null ? null : System.getenv(bearerVariable);
        if (isHttp(uri)) {
            HttpTransportBuilder http = HttpTransport.builder(uri);
            if (token != null) {
                http.bearerToken(token);
            }
            if (trust != null) {
                http.trust(trust);
            }
            return http::connect;
        }
        WsTransportBuilder webSocket = WsTransport.builder(uri);
        if (token != null) {
            webSocket.bearerToken(token);
        }
        if (trust != null) {
            webSocket.trust(trust);
        }
        return webSocket::connect;
    }

    @Override
    public List<String> kitArguments() {
        List<String> arguments = new ArrayList<>(List.of(isHttp() ? "--http" : "--ws", uri.toString()));
        if (bearerVariable != null) {
            arguments.addAll(List.of("--token", "env:" + bearerVariable));
        }
        if (trust != null) {
            arguments.addAll(List.of("--trust", trust.toAbsolutePath().toString()));
        }
        return arguments;
    }

    /** Returns the name only, because the address may contain a secret. */
    @Override
    public String toString() {
        return name();
    }
}
