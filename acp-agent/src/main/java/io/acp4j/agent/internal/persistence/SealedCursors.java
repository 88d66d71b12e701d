package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.tree.BranchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * The cursors that authenticated principals get. A plain one holds numbers of the whole store, from which one could tell how
 * much others do; these say nothing, are good for their principal only, and until the agent is started again.
 */
public final class SealedCursors {

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final SecureRandom random = new SecureRandom();

    SealedCursors() {
        try {
            KeyGenerator generator = KeyGenerator.getInstance("AES");
            generator.init(128);
            key = generator.generateKey();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has AES", e);
        }
    }

    /** Returns the cursor as a client gets it. */
    @Nullable
    String sealed(@Nullable String cursor, String principal) {
        if (cursor == null || principal.isEmpty()) {
            return cursor;
        }
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] secret =
                    cipher(Cipher.ENCRYPT_MODE, nonce, principal).doFinal(cursor.getBytes(StandardCharsets.UTF_8));
            byte[] whole = ByteBuffer.allocate(nonce.length + secret.length)
                    .put(nonce)
                    .put(secret)
                    .array();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a cursor could not be sealed", e);
        }
    }

    /** Returns the cursor that a client has got, as the store knows it. */
    @Nullable
    String opened(@Nullable String cursor, String principal) {
        if (cursor == null || principal.isEmpty()) {
            return cursor;
        }
        try {
            byte[] whole = Base64.getUrlDecoder().decode(cursor);
            if (whole.length <= NONCE_BYTES) {
                throw invalid();
            }
            byte[] nonce = Arrays.copyOf(whole, NONCE_BYTES);
            byte[] plain = cipher(Cipher.DECRYPT_MODE, nonce, principal)
                    .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES);
            return new String(plain, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException | AEADBadTagException e) {
            throw invalid();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a cursor could not be opened", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String principal) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(principal.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private static BranchException invalid() {
        return BranchException.invalid(
                BranchException.INVALID_CURSOR, "The cursor is not one of this list; begin without a cursor");
    }
}
