package io.acp4j.transport.ws.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A PEM file with certificates of servers, or of the authorities that have signed them. */
public final class TrustFile {

    private TrustFile() {}

    /** Returns a context that trusts who is named in a PEM file, and nobody else. */
    public static SSLContext context(Path file) {
        try {
            Collection<? extends Certificate> certificates;
            try (InputStream in = Files.newInputStream(file)) {
                certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            }
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException(
                        file + " has no certificates to trust; it needs -----BEGIN CERTIFICATE-----");
            }
            KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
            known.load(null, null);
            for (Certificate certificate : certificates) {
                known.setCertificateEntry("trusted-" + known.size(), certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(known);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read; it is to name the certificates to trust", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    file + " has no certificates to trust that can be read: it is to be in PEM format", e);
        }
    }
}
