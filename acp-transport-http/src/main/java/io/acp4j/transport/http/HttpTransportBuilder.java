package io.acp4j.transport.http;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.http.internal.client.ClientSettings;
import io.acp4j.transport.ws.internal.TrustFile;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server to connect to. May be connected with more than once, as after a loss; cookies that the server has set are kept
 * from one time to the next. Not safe for use by several threads at once.
 *
 * <p>Some limits are the same for all transports: the stream of a session that the server refuses with 403 or 404 until a request has opened
 * the session there is asked for again, at intervals of up to 1 s, for at most ten minutes while that request is open, and 8 times within
 * about five seconds after its response. The stream of a session that ends is opened again at most seven times in a row, and one that
 * somebody else reads (409) is asked for 8 times.
 *
 * @since 0.1.0
 */
public final class HttpTransportBuilder {

    /** How long making a TCP connection may take unless stated otherwise: 10 seconds. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** How long the server may take to open an event stream unless stated otherwise: 30 seconds. */
    public static final Duration DEFAULT_OPEN_TIMEOUT = Duration.ofSeconds(30);

    /** Default interval in which the server is expected to send a sign of life: 30 seconds. */
    public static final Duration DEFAULT_KEEP_ALIVE_INTERVAL = Duration.ofSeconds(30);

    /** Default additional time before a silent server counts as lost: 20 seconds. */
    public static final Duration DEFAULT_KEEP_ALIVE_TIMEOUT = Duration.ofSeconds(20);

    /** How long the server may take nothing of a message, or not respond to it, unless stated otherwise: 5 minutes. */
    public static final Duration DEFAULT_POST_TIMEOUT = Duration.ofMinutes(5);

    /** How long closing waits unless stated otherwise: 2 seconds. */
    public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(2);

    /** Default maximum length of a message: 64 MiB. */
    public static final int DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

    /** How many bytes may be queued before senders wait unless stated otherwise: 1 MiB. */
    public static final int DEFAULT_MAX_QUEUED_BYTES = 1024 * 1024;

    /** How many session streams there may be unless stated otherwise. */
    public static final int DEFAULT_MAX_STREAMS = 1024;

    private static final String DEFAULT_PATH = "/acp";

    private static final WorkerThreads WORKERS = WorkerThreads.shared("acp-http-client-");

    private final URI uri;
    private final List<String> headers = new ArrayList<>();
    private @Nullable String token;
    private CookieHandler cookies = new CookieManager();
    private @Nullable SSLContext tls;
    private @Nullable ProxySelector proxies;
    private int maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
    private int maxQueuedBytes = DEFAULT_MAX_QUEUED_BYTES;
    private int maxStreams = DEFAULT_MAX_STREAMS;
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private Duration openTimeout = DEFAULT_OPEN_TIMEOUT;
    private Duration silenceTimeout = DEFAULT_KEEP_ALIVE_INTERVAL.plus(DEFAULT_KEEP_ALIVE_TIMEOUT);
    private Duration postTimeout = DEFAULT_POST_TIMEOUT;
    private Duration closeTimeout = DEFAULT_CLOSE_TIMEOUT;
    private @Nullable HttpClient http;
    private WorkerThreads workers = WORKERS;

    /** The client of all transports that need no settings of their own; it has a thread, which none of them ends. */
    private static final class Shared {

        private static final HttpClient PLAIN =
                client(HttpClient.newBuilder(), HttpClient.Version.HTTP_1_1, DEFAULT_CONNECT_TIMEOUT);
        private static final HttpClient SECURE =
                client(HttpClient.newBuilder(), HttpClient.Version.HTTP_2, DEFAULT_CONNECT_TIMEOUT);

        private Shared() {}
    }

    HttpTransportBuilder(URI uri) {
        String scheme = uri.getScheme();
        if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
            throw new IllegalArgumentException("the scheme is http or https, not " + scheme);
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("an address has a host, and neither a user nor a fragment");
        }
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? DEFAULT_PATH : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        this.uri = URI.create(scheme.toLowerCase(Locale.ROOT) + "://" + uri.getRawAuthority() + path + query);
    }

    private static HttpClient client(HttpClient.Builder builder, HttpClient.Version version, Duration connectTimeout) {
        return builder.version(version)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(WORKERS)
                .build();
    }

    /**
     * Adds a header to every request.
     *
     * @param name its name
     * @param value its value
     * @return this builder
     */
    public HttpTransportBuilder header(String name, String value) {
        headers.add(Objects.requireNonNull(name, "name"));
        headers.add(Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Sends a token as {@code Authorization: Bearer …} with every request. Over {@code http://} anybody on the way can read it.
     *
     * @param token the token
     * @return this builder
     */
    public HttpTransportBuilder bearerToken(String token) {
        this.token = Objects.requireNonNull(token, "token");
        return this;
    }

    /**
     * Sets where cookies are kept; unless set, with this builder, in memory.
     *
     * @param cookies the store
     * @return this builder
     */
    public HttpTransportBuilder cookies(CookieHandler cookies) {
        this.cookies = Objects.requireNonNull(cookies, "cookies");
        return this;
    }

    /**
     * Sets whom to trust, and what to show; unless set, what the JVM trusts.
     *
     * @param context the TLS context, such as one made from a trust store
     * @return this builder
     */
    public HttpTransportBuilder tls(SSLContext context) {
        this.tls = Objects.requireNonNull(context, "context");
        this.http = null;
        return this;
    }

    /**
     * Sets whom to trust: who is named in a file, and nobody else; in the place of {@link #tls}. Use it for a certificate that no public
     * authority has signed. The file is read at once.
     *
     * @param certificates a PEM file with the server's certificate, or with those of the authorities that have signed it
     * @return this builder
     * @throws IllegalArgumentException when the file cannot be read, or has no certificates
     */
    public HttpTransportBuilder trust(Path certificates) {
        return tls(TrustFile.context(certificates));
    }

    /**
     * Connects by way of HTTP proxies; unless set, directly.
     *
     * @param selector tells the proxy
     * @return this builder
     */
    public HttpTransportBuilder proxies(ProxySelector selector) {
        this.proxies = Objects.requireNonNull(selector, "selector");
        this.http = null;
        return this;
    }

    /**
     * Sets the maximum length of a message in both directions. A longer message of the server is skipped and reported. A message that
     * exceeds this length by more than 4 MiB, or by more than 16 times, ends the connection. A longer message to the server is refused with
     * an exception before it is sent.
     *
     * @param bytes at least 1
     * @return this builder
     */
    public HttpTransportBuilder maxMessageBytes(int bytes) {
        this.maxMessageBytes = positive(bytes, "maxMessageBytes");
        return this;
    }

    /**
     * Sets how many bytes may be queued, or on their way, before senders wait: for requests and notifications, and as many for
     * responses.
     *
     * @param bytes at least 1
     * @return this builder
     */
    public HttpTransportBuilder maxQueuedBytes(int bytes) {
        this.maxQueuedBytes = positive(bytes, "maxQueuedBytes");
        return this;
    }

    /**
     * Sets how many session streams there may be at once; requests of further sessions fail. One that the server has ended counts until
     * its session is closed, as it is opened again behind the last event that was received.
     *
     * @param streams at least 1
     * @return this builder
     */
    public HttpTransportBuilder maxStreams(int streams) {
        this.maxStreams = positive(streams, "maxStreams");
        return this;
    }

    private static int positive(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " " + value + " is less than 1");
        }
        return value;
    }

    /**
     * Sets how long making a TCP connection may take.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public HttpTransportBuilder connectTimeout(Duration timeout) {
        this.connectTimeout = checked(timeout, 1, "connectTimeout");
        this.http = null;
        return this;
    }

    /**
     * Sets how long the server may take to open an event stream, and to end that of a connection that it says it does not know.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public HttpTransportBuilder openTimeout(Duration timeout) {
        this.openTimeout = checked(timeout, 1, "openTimeout");
        return this;
    }

    /**
     * Sets the detection of a lost server. A server that shows no sign of life for the interval and the timeout counts as lost,
     * and the connection ends. Signs of life are events and comments. A stream without comments is not watched, since its server does not
     * send signs of life.
     *
     * @param interval the time in which the server is expected to send a sign of life; zero disables keep-alive
     * @param timeout the additional time before the connection counts as lost; not negative
     * @return this builder
     */
    public HttpTransportBuilder keepAlive(Duration interval, Duration timeout) {
        Duration checkedInterval = checked(interval, 0, "interval");
        Duration checkedTimeout = checked(timeout, 0, "timeout");
        this.silenceTimeout = checkedInterval.isZero() ? Duration.ZERO : checkedInterval.plus(checkedTimeout);
        return this;
    }

    /**
     * Sets how long the server may take nothing more of a message that is posted, and then not respond to the POST; a request fails
     * alone then, and anything else ends the connection. The POST is given up, and with HTTP/1.1 its socket is closed. So it ends where
     * the server refuses a message before it is sent, and neither reads on nor closes the socket: over HTTP/1.1 the JDK's client sees no
     * response before it has sent the whole message.
     *
     * @param timeout not negative; zero waits without limit
     * @return this builder
     */
    public HttpTransportBuilder postTimeout(Duration timeout) {
        this.postTimeout = checked(timeout, 0, "postTimeout");
        return this;
    }

    /**
     * Sets how long closing waits: for the server to take another one of the messages that are queued, and then to end the
     * connection.
     *
     * @param timeout not negative
     * @return this builder
     */
    public HttpTransportBuilder closeTimeout(Duration timeout) {
        this.closeTimeout = checked(timeout, 0, "closeTimeout");
        return this;
    }

    private static Duration checked(Duration timeout, long leastMillis, String name) {
        if (timeout.isNegative() || timeout.toMillis() < leastMillis) {
            throw new IllegalArgumentException(name + " " + DurationText.of(timeout) + " is too short");
        }
        return timeout;
    }

    /** Uses other threads than those that all share; for tests that count threads. */
    HttpTransportBuilder threads(HttpClient client, WorkerThreads threads) {
        this.http = client;
        this.workers = threads;
        return this;
    }

    /**
     * Makes a transport. Nothing is sent before its first message.
     *
     * @return the transport, not yet started
     */
    public HttpTransport connect() {
        HttpClient client = http;
        if (client == null) {
            client = makeClient();
            http = client;
        }
        List<String> all = new ArrayList<>(headers);
        if (token != null) {
            all.addAll(List.of("Authorization", "Bearer " + token));
        }
        return new HttpTransport(new ClientSettings(
                uri,
                client,
                workers,
                List.copyOf(all),
                cookies,
                maxMessageBytes,
                maxQueuedBytes,
                maxStreams,
                openTimeout,
                silenceTimeout,
                postTimeout,
                closeTimeout));
    }

    private HttpClient makeClient() {
        boolean secure = uri.getScheme().equals("https");
        if (tls == null && proxies == null && connectTimeout.equals(DEFAULT_CONNECT_TIMEOUT)) {
            return secure ? Shared.SECURE : Shared.PLAIN;
        }
        HttpClient.Builder builder = HttpClient.newBuilder();
        if (tls != null) {
            builder.sslContext(tls);
        }
        if (proxies != null) {
            builder.proxy(proxies);
        }
        // Without TLS many servers do not understand the offer of HTTP/2 that the JDK makes.
        return client(builder, secure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1, connectTimeout);
    }
}
