package io.acp4j.rpc.internal.text;

import io.acp4j.schema.RequestId;
import org.jspecify.annotations.Nullable;

/** The number in the ID of a response. Requests of this side have only positive numbers as IDs. */
public final class RequestNumber {

    private RequestNumber() {}

    /** Returns the numeric ID for the string ID of a response, such as 3 for "3"; null if the string is not such a number. */
    public static @Nullable RequestId of(RequestId id) {
        return id instanceof RequestId.Text text && text.value().matches("[1-9]\\d{0,17}")
                ? RequestId.of(Long.parseLong(text.value()))
                : null;
    }
}
