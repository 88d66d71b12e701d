package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** What a line of a transcript consists of, wherever it is kept. */
interface Content {

    /** Returns the bytes; nobody changes them. */
    byte[] bytes();

    /** Returns what they read as; null when that is no JSON. */
    @Nullable
    JsonNode json();

    /** Bytes and tree in memory. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them or changes the bytes.
    record Held(byte[] bytes, @Nullable JsonNode json) implements Content {}
}
