package io.acp4j.schema.json;

/**
 * Takes compact JSON as bytes, for codecs that know exactly what they write.
 *
 * @since 0.1.0
 */
public interface PlainSink {

    /**
     * Appends bytes as they are.
     *
     * @param json a piece of JSON in ASCII
     */
    void bytes(byte[] json);

    /**
     * Appends a string in quotes when it needs no more than the short escapes.
     *
     * @param value the string
     * @return false when it needs more; the caller then gives up, and what has been appended is dropped
     */
    boolean string(String value);
}
