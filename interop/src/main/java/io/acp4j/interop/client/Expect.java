package io.acp4j.interop.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Assertions that the checks share. */
final class Expect {

    private Expect() {}

    /** Asserts that the agent answers with an error of this code, and gives it. */
    static AcpErrorException error(int code, ThrowingCallable exchange) {
        AcpErrorException error = catchThrowableOfType(AcpErrorException.class, exchange);
        assertThat(error).as("an error " + code).isNotNull();
        assertThat(error.code().value()).as("the code of " + error.getMessage()).isEqualTo(code);
        return error;
    }

    /** Asserts that something is there, and gives it. */
    static <T> T present(@Nullable T value, String what) {
        assertThat(value).as(what).isNotNull();
        return Objects.requireNonNull(value);
    }

    /** Asserts that two JSON values are equal, whatever the order of their members. */
    static void json(@Nullable RawJson actual, String expected) {
        assertThat(present(actual, expected).toTree())
                .isEqualTo(RawJson.parse(expected).toTree());
    }

    /** Returns a member of the error's data as text. */
    static String data(AcpErrorException error, String member) {
        return present(error.error().data(), "data of the error")
                .toTree()
                .path(member)
                .asText();
    }
}
