package io.acp4j.transport.ws;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.ws.internal.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Where a server finds its key and certificates. The files are looked at again from time to time: when they have changed,
 * new connections get what is in them, and what cannot be read leaves everything as it was. Immutable.
 *
 * @since 0.1.0
 */
public final class WsTls {

    /** How often files are looked at unless stated otherwise: every 10 seconds. */
    public static final Duration DEFAULT_RELOAD_INTERVAL = Duration.ofSeconds(10);

    private final TlsFiles files;

    private WsTls(TlsFiles files) {
        this.files = files;
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
        Objects.requireNonNull(key, "key");
        return new WsTls(new TlsFiles(certificates, key, () -> new char[0], null, false, DEFAULT_RELOAD_INTERVAL));
    }

    /**
     * Names a PKCS#12 file with one key and its certificates.
     *
     * @param file the file
     * @param password asked for each time that the file is read; the array is cleared after use
     * @return the description, with default settings
     */
    public static WsTls pkcs12(Path file, Supplier<char[]> password) {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(password, "password");
        return new WsTls(new TlsFiles(null, file, password, null, false, DEFAULT_RELOAD_INTERVAL));
    }

    /**
     * Lets only clients connect that show a certificate; see {@link WsHandshake#tlsPeer}.
     *
     * @param authorities a PEM file with the certificates of those who may have signed it
     * @return a description that differs in this
     */
    public WsTls requireClientCertificates(Path authorities) {
        Objects.requireNonNull(authorities, "authorities");
        return withClients(authorities, true);
    }

    /**
     * Asks clients for a certificate, and lets those without one connect, too.
     *
     * @param authorities a PEM file with the certificates of those who may have signed it
     * @return a description that differs in this
     */
    public WsTls requestClientCertificates(Path authorities) {
        Objects.requireNonNull(authorities, "authorities");
        return withClients(authorities, false);
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
        return new WsTls(new TlsFiles(
                files.certificates(),
                files.key(),
                files.password(),
                files.clientAuthorities(),
                files.clientsMust(),
                interval));
    }

    private WsTls withClients(Path authorities, boolean must) {
        return new WsTls(new TlsFiles(
                files.certificates(), files.key(), files.password(), authorities, must, files.reloadInterval()));
    }

    TlsFiles files() {
        return files;
    }
}
