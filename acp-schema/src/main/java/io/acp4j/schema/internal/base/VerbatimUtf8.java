package io.acp4j.schema.internal.base;

import com.fasterxml.jackson.core.SerializableString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Lets a generator copy bytes that are JSON already, without turning them into characters and back. */
public final class VerbatimUtf8 implements SerializableString {

    private final byte[] utf8;

    /**
     * Makes one of bytes.
     *
     * @param utf8 a JSON value in UTF-8; not copied
     */
    public VerbatimUtf8(byte[] utf8) {
        this.utf8 = utf8;
    }

    @Override
    public String getValue() {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Override
    public int charLength() {
        return getValue().length();
    }

    @Override
    public char[] asQuotedChars() {
        return getValue().toCharArray();
    }

    @Override
    public byte[] asUnquotedUTF8() {
        return utf8;
    }

    @Override
    public byte[] asQuotedUTF8() {
        return utf8;
    }

    @Override
    public int appendQuotedUTF8(byte[] buffer, int offset) {
        return appendUnquotedUTF8(buffer, offset);
    }

    @Override
    public int appendQuoted(char[] buffer, int offset) {
        return appendUnquoted(buffer, offset);
    }

    @Override
    public int appendUnquotedUTF8(byte[] buffer, int offset) {
        if (offset + utf8.length > buffer.length) {
            return -1;
        }
        System.arraycopy(utf8, 0, buffer, offset, utf8.length);
        return utf8.length;
    }

    @Override
    public int appendUnquoted(char[] buffer, int offset) {
        String text = getValue();
        if (offset + text.length() > buffer.length) {
            return -1;
        }
        text.getChars(0, text.length(), buffer, offset);
        return text.length();
    }

    @Override
    public int writeQuotedUTF8(OutputStream out) throws IOException {
        return writeUnquotedUTF8(out);
    }

    @Override
    public int writeUnquotedUTF8(OutputStream out) throws IOException {
        out.write(utf8);
        return utf8.length;
    }

    @Override
    public int putQuotedUTF8(ByteBuffer buffer) {
        return putUnquotedUTF8(buffer);
    }

    @Override
    public int putUnquotedUTF8(ByteBuffer buffer) {
        if (utf8.length > buffer.remaining()) {
            return -1;
        }
        buffer.put(utf8);
        return utf8.length;
    }
}
