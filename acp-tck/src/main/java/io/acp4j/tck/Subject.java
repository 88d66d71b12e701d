package io.acp4j.tck;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to reach what is to be certified. Immutable.
 *
 * @since 0.1.0
 */
public sealed interface Subject {

    /**
     * Names a program that speaks the protocol on its standard streams; each scenario starts one of its own.
     *
     * @param command the program and its arguments; no shell is involved
     * @return the subject, with nothing added to its environment and this process's working directory
     */
    static Subject command(String... command) {
        return new Command(List.of(command), Map.of(), null);
    }

    /**
     * Names an endpoint that takes WebSocket connections; each scenario opens one of its own.
     *
     * @param uri its address, {@code ws:} or {@code wss:}
     * @return the subject
     */
    static Subject webSocket(URI uri) {
        return new WebSocket(uri, null);
    }

    /**
     * Names such an endpoint that lets in who has a token.
     *
     * @param uri its address, {@code ws:} or {@code wss:}
     * @param token the bearer token that goes with each request for a WebSocket; it appears in no report
     * @return the subject
     */
    static Subject webSocket(URI uri, String token) {
        return new WebSocket(uri, token);
    }

    /**
     * Names an endpoint that speaks Streamable HTTP; each scenario opens a connection of its own.
     *
     * @param uri its address, {@code http:} or {@code https:}
     * @return the subject
     */
    static Subject http(URI uri) {
        return new Http(uri, null, null);
    }

    /**
     * Names such an endpoint that lets in who has a token.
     *
     * @param uri its address, {@code http:} or {@code https:}
     * @param token the bearer token that goes with each request; it appears in no report
     * @return the subject
     */
    static Subject http(URI uri, String token) {
        return new Http(uri, token, null);
    }

    /**
     * Names such an endpoint that lets in two principals, each by a token of its own: the kit works as the first, and tries what the
     * second gets of what belongs to the first.
     *
     * @param uri its address, {@code http:} or {@code https:}
     * @param token the bearer token that goes with each request; it appears in no report
     * @param secondToken the bearer token of another principal; it appears in no report
     * @return the subject
     */
    static Subject http(URI uri, String token, String secondToken) {
        return new Http(uri, token, secondToken);
    }

    private static void checkToken(@Nullable String token) {
        if (token != null && (token.isEmpty() || !token.chars().allMatch(each -> each > ' ' && each < 127))) {
            throw new IllegalArgumentException("A token has printable ASCII characters without blanks, at least one");
        }
    }

    /**
     * A program to start.
     *
     * @param command the program and its arguments, at least the program
     * @param environment variables that it gets besides those that tell a program of its user and its system; other
     *     variables of this process are not passed on
     * @param directory its working directory; null for that of this process
     */
    record Command(
            List<String> command,
            Map<String, String> environment,
            @Nullable Path directory) implements Subject {

        /** Checks that there is a program to start. */
        public Command {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty()) {
                throw new IllegalArgumentException("The command is empty: name the program to certify");
            }
        }

        @Override
        public String toString() {
            return String.join(" ", command);
        }
    }

    /**
     * An endpoint to connect to.
     *
     * @param uri its address
     * @param token the bearer token that lets the kit in; null for none
     */
    record WebSocket(URI uri, @Nullable String token) implements Subject {

        /** Checks that the address can be that of a WebSocket endpoint, and that a header can carry the token. */
        public WebSocket {
            checkToken(token);
            if (!"ws".equalsIgnoreCase(uri.getScheme()) && !"wss".equalsIgnoreCase(uri.getScheme())) {
                throw new IllegalArgumentException("Not a WebSocket address: it must begin with ws: or wss:");
            }
        }

        @Override
        public String toString() {
            return uri.toString();
        }
    }

    /**
     * An endpoint to post to.
     *
     * @param uri its address
     * @param token the bearer token that lets the kit in; null for none
     * @param secondToken the bearer token of another principal; null for none
     */
    record Http(URI uri, @Nullable String token, @Nullable String secondToken) implements Subject {

        /** Checks that the address can be that of such an endpoint, and that a header can carry the tokens. */
        public Http {
            checkToken(token);
            checkToken(secondToken);
            if (secondToken != null && (token == null || token.equals(secondToken))) {
                throw new IllegalArgumentException("A second token is another one, beside the first");
            }
            if (!"http".equalsIgnoreCase(uri.getScheme()) && !"https".equalsIgnoreCase(uri.getScheme())) {
                throw new IllegalArgumentException("Not an HTTP address: it must begin with http: or https:");
            }
        }

        @Override
        public String toString() {
            return uri.toString();
        }
    }
}
