package io.acp4j.tck.internal.http;

import java.io.IOException;
import java.io.InputStream;

/** A request that has been sent, and its response, of which the head is there. */
public interface Exchange extends AutoCloseable {

    ResponseHead head();

    /** Returns the body, without the marks of its pieces. */
    InputStream body();

    /** Reads the whole body and ends the exchange. */
    default byte[] finish(int most) throws IOException {
        try (this) {
            return body().readNBytes(most);
        }
    }

    /** Lets the body take any time from now on. */
    void patient() throws IOException;

    /** Ends the exchange at once, without any farewell. */
    @Override
    void close();
}
