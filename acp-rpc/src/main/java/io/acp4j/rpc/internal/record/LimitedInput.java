package io.acp4j.rpc.internal.record;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Input that fails when there is more of it than allowed. */
public final class LimitedInput extends FilterInputStream {

    private final long limit;
    private long left;

    public LimitedInput(InputStream in, long limit) {
        super(in);
        this.limit = limit;
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        return count(super.read(), 1);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        return count(read, read);
    }

    private int count(int result, int bytes) throws IOException {
        if (result >= 0) {
            left -= bytes;
            if (left < 0) {
                throw new IOException("the recording is longer than " + limit + " bytes");
            }
        }
        return result;
    }
}
