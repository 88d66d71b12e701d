package io.acp4j.transport.stdio.internal;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/** The standard streams of this process. */
public final class OwnStreams {

    private static final AtomicBoolean TAKEN = new AtomicBoolean();

    private OwnStreams() {}

    /** Takes them away from everybody else. */
    public static Wire take(long closeNanos) {
        if (!TAKEN.compareAndSet(false, true)) {
            throw new IllegalStateException("the standard streams are already taken by another transport");
        }
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setIn(InputStream.nullInputStream());
        System.setOut(System.err);
        return new StreamWire("acp-stdio", in, out, Wire.PIPE_BYTES, PipeProbe.ofOwnOutput(), closeNanos);
    }
}
