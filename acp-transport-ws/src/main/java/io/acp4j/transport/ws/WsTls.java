package io.acp4j.transport.ws;

import io.acp4j.rpc.internal.text.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a server finds its key and certificates. The files are looked at again from time to time: when they have changed,
 * new connections get what is in them, and what cannot be read leaves everything as it was. Immutable.
 *
 * @since 0.1.0
 */
public final class WsTls {

    /** How often files are looked at unless stated otherwise: every 10 seconds. */
    public static final Duration DEFAULT_RELOAD_INTERVAL = Duration.ofSeconds(10);

    private final @Nullable Path certificates;
    private final Path key;
    private final Supplier<char[]> password;
    private final @Nullable Path clientAuthorities;
    private final boolean clientsMust;
    private final Duration reloadInterval;

    private WsTls(
            @Nullable Path certificates,
            Path key,
            Supplier<char[]> password,
            @Nullable Path clientAuthorities,
            boolean clientsMust,
            Duration reloadInterval) {
        this.certificates = certificates;
        this.key = Objects.requireNonNull(key, "key");
        this.password = Objects.requireNonNull(password, "password");
        this.clientAuthorities = clientAuthorities;
        this.clientsMust = clientsMust;
        this.reloadInterval = reloadInterval;
    }

    /**
     * Names PEM files.
     *
     * @param certificates the server's certificate, followed by those of the authorities between it and a root
     * @param key the private key, as unencrypted PKCS#8 ({@code BEGIN PRIVATE KEY})
     * @return the description, with default settings
     */
    public static WsTls pem(Path certificates, Path key) {
        Objects.requireNonNull(certificates, "certificates");
        return new WsTls(certificates, key, () -> new char[0], null, false, DEFAULT_RELOAD_INTERVAL);
    }

    /**
     * Names a PKCS#12 file with one key and its certificates.
     *
     * @param file the file
     * @param password asked for each time that the file is read; the array is cleared after use
     * @return the description, with default settings
     */
    public static WsTls pkcs12(Path file, Supplier<char[]> password) {
        return new WsTls(null, file, password, null, false, DEFAULT_RELOAD_INTERVAL);
    }

    /**
     * Lets only clients connect that show a certificate; see {@link WsHandshake#tlsPeer}.
     *
     * @param authorities a PEM file with the certificates of those who may have signed it
     * @return a description that differs in this
     */
    public WsTls requireClientCertificates(Path authorities) {
        Objects.requireNonNull(authorities, "authorities");
        return new WsTls(certificates, key, password, authorities, true, reloadInterval);
    }

    /**
     * Asks clients for a certificate, and lets those without one connect, too.
     *
     * @param authorities a PEM file with the certificates of those who may have signed it
     * @return a description that differs in this
     */
    public WsTls requestClientCertificates(Path authorities) {
        Objects.requireNonNull(authorities, "authorities");
        return new WsTls(certificates, key, password, authorities, false, reloadInterval);
    }

    /**
     * Changes how often the files are looked at.
     *
     * @param interval at least 1 ms
     * @return a description that differs in this
     */
    public WsTls reloadInterval(Duration interval) {
        if (interval.toMillis() < 1) {
            throw new IllegalArgumentException("reloadInterval " + DurationText.of(interval) + " is less than 1 ms");
        }
        return new WsTls(certificates, key, password, clientAuthorities, clientsMust, interval);
    }

    @Nullable
    Path certificates() {
        return certificates;
    }

    Path key() {
        return key;
    }

    char[] password() {
        return password.get();
    }

    @Nullable
    Path clientAuthorities() {
        return clientAuthorities;
    }

    boolean clientsMust() {
        return clientsMust;
    }

    Duration reloadInterval() {
        return reloadInterval;
    }
}
