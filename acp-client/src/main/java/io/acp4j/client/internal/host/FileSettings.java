package io.acp4j.client.internal.host;

import io.acp4j.client.host.FileOverlay;
import io.acp4j.client.host.WriteGuard;
import org.jspecify.annotations.Nullable;

/** What a file service was built with; without a guard it only reads. */
public record FileSettings(
        @Nullable WriteGuard guard, FileOverlay overlay, int maxReadBytes, long maxScannedBytes, int maxWriteBytes) {}
