package io.acp4j.transport.ws.internal.server;

import io.acp4j.transport.ws.internal.TlsFiles;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS settings of a server as its files have them. */
final class TlsContext {

    private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);

    private final TlsFiles tls;
    private final List<String> protocols;
    private volatile SslContext current;
    private List<Object> read;

    /**
     * Reads the files.
     *
     * @param protocols what may be agreed on, the preferred protocol first; empty for no agreement
     * @throws UncheckedIOException when that cannot be done
     */
    TlsContext(TlsFiles tls, List<String> protocols) {
        this.tls = tls;
        this.protocols = List.copyOf(protocols);
        try {
            this.read = state(tls);
            this.current = load();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SslContext current() {
        return current;
    }

    long reloadMillis() {
        return tls.reloadInterval().toMillis();
    }

    /** Reads the files again if they are not as they were; keeps what there is when they cannot be read. */
    synchronized void reloadWhenChanged() {
        try {
            List<Object> now = state(tls);
            if (!now.equals(read)) {
                current = load();
                read = now;
                LOG.info("Read new TLS certificates");
            }
        } catch (IOException e) {
            LOG.warn("TLS certificates have changed but cannot be used; the former ones stay", e);
        }
    }

    private static List<Object> state(TlsFiles tls) throws IOException {
        List<Object> state = new ArrayList<>();
        for (Path file : Arrays.asList(tls.certificates(), tls.key(), tls.clientAuthorities())) {
            if (file != null) {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                state.add(attributes.lastModifiedTime());
                state.add(attributes.size());
                state.add(String.valueOf(attributes.fileKey()));
            }
        }
        return state;
    }

    private SslContext load() throws IOException {
        try {
            SslContextBuilder builder = builder(tls);
            Path authorities = tls.clientAuthorities();
            if (authorities != null) {
                builder.trustManager(authorities.toFile())
                        .clientAuth(tls.clientsMust() ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
            }
            if (!protocols.isEmpty()) {
                builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        protocols));
            }
            return builder.build();
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the TLS key or certificates in " + tls.key() + " cannot be used", e);
        }
    }

    private static SslContextBuilder builder(TlsFiles tls) throws IOException, GeneralSecurityException {
        Path certificates = tls.certificates();
        if (certificates != null) {
            return SslContextBuilder.forServer(certificates.toFile(), tls.key().toFile());
        }
        char[] password = tls.password().get();
        try (InputStream in = Files.newInputStream(tls.key())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            return SslContextBuilder.forServer(keys);
        } finally {
            Arrays.fill(password, '\0');
        }
    }
}
