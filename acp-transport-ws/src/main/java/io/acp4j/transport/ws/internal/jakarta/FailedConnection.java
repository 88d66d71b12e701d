package io.acp4j.transport.ws.internal.jakarta;

import io.acp4j.transport.ws.internal.netty.Declined;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why a container could not make a connection, in the words of the client that needs none. Containers say what has come of a handshake in the
 * texts of the exceptions behind theirs only.
 *
 * @param status the status of the server's response; 0 when there was none, or the container does not tell
 * @param problem what went wrong
 */
public record FailedConnection(int status, String problem) {

    private static final int MAX_CAUSES = 8;
    private static final int SWITCHING = 101;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    /** As Tyrus, Tomcat and Jetty say it. */
    private static final Pattern STATUS = Pattern.compile(
            "(?i)\\b(?:status|response)(?: code)?(?: was not 101| from the server)?[: \\[]+([1-9]\\d\\d)\\b");

    /** Describes the failure of a container. */
    public static FailedConnection of(Throwable failure) {
        List<Throwable> causes = causes(failure);
        for (Throwable cause : causes) {
            int status = status(cause);
            if (status != 0 && status < OK && status != SWITCHING) {
                return new FailedConnection(
                        0,
                        "the container takes the interim response " + status
                                + " for that of the server; the client on Netty reads on");
            }
            if (status != 0 && status != SWITCHING) {
                return new FailedConnection(status, Declined.describe(status, null));
            }
        }
        String text = innermost(causes);
        for (Throwable cause : causes) {
            if (cause instanceof SSLException) {
                return new FailedConnection(0, "no trusted TLS connection: " + text);
            }
            if (cause instanceof ConnectException
                    || cause instanceof UnknownHostException
                    || cause instanceof UnresolvedAddressException) {
                return new FailedConnection(0, "no connection: " + text);
            }
            if (isOf(cause, "HandshakeException")) {
                return new FailedConnection(SWITCHING, "the server's response opens no WebSocket: " + text);
            }
        }
        return new FailedConnection(0, text);
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable at = failure; at != null && causes.size() < MAX_CAUSES; at = at.getCause()) {
            causes.add(at);
        }
        return causes;
    }

    private static int status(Throwable cause) {
        String text = cause.getMessage();
        if (text == null) {
            return 0;
        }
        // Tyrus says no status where it cannot log in.
        if (isOf(cause, "AuthenticationException")) {
            return UNAUTHORIZED;
        }
        Matcher status = STATUS.matcher(text);
        return status.find() ? Integer.parseInt(status.group(1)) : 0;
    }

    private static boolean isOf(Throwable cause, String simpleName) {
        return cause.getClass().getSimpleName().equals(simpleName);
    }

    private static String innermost(List<Throwable> causes) {
        String text = "the connection failed";
        for (Throwable cause : causes) {
            @Nullable String said = cause.getMessage();
            text = said == null ? text : said;
        }
        return text;
    }
}
