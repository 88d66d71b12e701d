package io.acp4j.schema.json;

/**
 * A value that a codec has left out because the schema prescribes leniency: an invalid element of a list, or a malformed member that was
 * replaced by its default.
 *
 * @param path the place of the value in its document, a JSON Pointer (RFC 6901) of names of the schema and indexes; {@code *} stands for a
 *     name that the peer has chosen
 * @param problem the reason, without any content
 * @since 0.1.0
 */
public record JsonOmission(String path, String problem) {}
