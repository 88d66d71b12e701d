package io.acp4j.rpc.internal.receipt;

import io.acp4j.schema.ErrorObject;
import org.jspecify.annotations.Nullable;

/**
 * A response whose ID is null, missing or unreadable.
 *
 * @param error the error of the peer; null for a result
 * @param description the text for the log
 */
public record UnnamedResponse(@Nullable ErrorObject error, String description) {}
