package io.acp4j.store.jdbc.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The checksum of a row. A database notices a page that it cannot understand, but not one with other contents. */
final class Checksum {

    private static final int NONE = -1;

    private final CRC32C sum = new CRC32C();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

    Checksum add(long value) {
        number.clear();
        sum.update(number.putLong(value).flip());
        return this;
    }

    Checksum add(boolean value) {
        return add(value ? 1 : 0);
    }

    Checksum add(@Nullable Long value) {
        return value == null ? add(NONE) : add(1).add(value.longValue());
    }

    Checksum add(@Nullable String text) {
        return text == null ? add(NONE) : add(text.getBytes(StandardCharsets.UTF_16LE));
    }

    Checksum add(byte[] bytes) {
        add(bytes.length);
        sum.update(bytes);
        return this;
    }

    int value() {
        return (int) sum.getValue();
    }
}
