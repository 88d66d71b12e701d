package io.acp4j.transport.ws.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a server finds its key and certificates.
 *
 * @param certificates a PEM file; null when the key's file has them, too
 * @param password asked for each time that the key is read; the array is cleared after use
 * @param clientAuthorities who may have signed the certificates of clients; null when none are asked for
 * @param clientsMust whether clients need a certificate
 * @param reloadInterval how often the files are looked at
 */
public record TlsFiles(
        @Nullable Path certificates,
        Path key,
        Supplier<char[]> password,
        @Nullable Path clientAuthorities,
        boolean clientsMust,
        Duration reloadInterval) {}
