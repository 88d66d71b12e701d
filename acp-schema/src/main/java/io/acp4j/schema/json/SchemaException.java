package io.acp4j.schema.json;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Well-formed JSON that is not of the shape its type demands.
 *
 * <p>The message names the place as a JSON Pointer and the expectation, never the value that was found.
 *
 * @since 0.1.0
 */
public final class SchemaException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    private final String problem;

    /** What is wrong, for programs; null when the path says enough. */
    private final @Nullable String reason;

    /** Where, as a JSON Pointer; grows from the fault outward while the exception passes the codecs. */
    private String path = "";

    /**
     * Creates the exception at the value being read; enclosing codecs add the path.
     *
     * @param problem what is wrong, without any content
     */
    public SchemaException(String problem) {
        this(problem, null);
    }

    /**
     * Creates the exception at the value being read, with a reason that programs can tell from others.
     *
     * @param problem what is wrong, without any content
     * @param reason the {@code data.reason} of the error response; null for none
     */
    public SchemaException(String problem, @Nullable String reason) {
        super(problem);
        this.problem = problem;
        this.reason = reason;
    }

    /** {@return what is wrong, for programs: the {@code data.reason} of the error response; null when there is none} */
    public @Nullable String reason() {
        return reason;
    }

    /**
     * {@return where the fault lies, as a JSON Pointer (RFC 6901) relative to the value that was decoded; empty for
     * that value itself}
     */
    public String path() {
        return path;
    }

    /** {@return what is wrong, without the place: a short phrase that quotes no content} */
    public String problem() {
        return problem;
    }

    /**
     * Returns this exception with one more member in front of its path.
     *
     * @param member the name of the member that holds the fault; names of the schema only, since the path is shown
     * @return this
     */
    public SchemaException within(String member) {
        path = "/" + member.replace("~", "~0").replace("/", "~1") + path;
        return this;
    }

    /**
     * Returns this exception with one more array index in front of its path.
     *
     * @param index the index of the element that holds the fault, from 0
     * @return this
     */
    public SchemaException within(int index) {
        path = "/" + index + path;
        return this;
    }

    @Override
    public String getMessage() {
        return path.isEmpty() ? problem : path + ": " + problem;
    }
}
