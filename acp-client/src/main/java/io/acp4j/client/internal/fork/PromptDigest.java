package io.acp4j.client.internal.fork;

import io.acp4j.schema.content.ContentBlock;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The digest of a prompt: equal for equal content. */
final class PromptDigest {

    private PromptDigest() {}

    static String of(List<ContentBlock> prompt) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            prompt.forEach(block -> digest.update(ContentBlock.CODEC.encode(block)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
