package io.acp4j.agent.store;

import java.util.Objects;

/**
 * By what a repeated fork request is known to be a repetition.
 *
 * @param key chosen by the client, unique among the forks of one session
 * @param fingerprint a digest of the request, to tell a repetition from another request with the same key
 * @since 0.1.0
 */
public record ForkKey(String key, String fingerprint) {

    /** Checks that both are there. */
    public ForkKey {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(fingerprint, "fingerprint");
    }
}
