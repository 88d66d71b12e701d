package io.acp4j.tck.internal.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Connects to the server that an address names. */
public final class Dial {

    private static final Set<String> SECURE = Set.of("https", "wss");
    private static final int PORT = 80;
    private static final int TLS_PORT = 443;

    private Dial() {}

    /**
     * Opens a socket, with TLS where the scheme asks for it.
     *
     * @param uri the address
     * @param limit how long connecting may take, and each read from the socket
     */
    public static Socket connect(URI uri, Duration limit) throws IOException {
        return connect(uri, limit, 0).socket();
    }

    /**
     * A socket that is connected.
     *
     * @param socket what is read from and written to
     * @param wire the socket below it, with TLS; else the same. Only it knows of bytes that nobody has read
     */
    record Connected(Socket socket, Socket wire) {}

    /**
     * Opens such a socket that takes little while nobody reads from it.
     *
     * @param buffer how many bytes the system takes for a reader that is not there, about; 0 for what is usual
     */
    static Connected connect(URI uri, Duration limit, int buffer) throws IOException {
        boolean tls = SECURE.contains(uri.getScheme().toLowerCase(Locale.ROOT));
        int port = uri.getPort() < 0 ? (tls ? TLS_PORT : PORT) : uri.getPort();
        int millis = (int) Math.min(Integer.MAX_VALUE, limit.toMillis());
        Socket plain = new Socket();
        try {
            if (buffer > 0) {
                plain.setReceiveBufferSize(buffer);
            }
            plain.connect(new InetSocketAddress(address(uri), port), millis);
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(millis);
            if (!tls) {
                return new Connected(plain, plain);
            }
            SSLSocket secure = (SSLSocket)
                    ((SSLSocketFactory) SSLSocketFactory.getDefault()).createSocket(plain, uri.getHost(), port, true);
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            return new Connected(secure, plain);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    /** Returns the host without the brackets of an address. */
    private static String address(URI uri) {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** Returns what the header {@code Host} says. */
    public static String host(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    /** Returns what a request line names: path and query. */
    public static String target(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}
