package io.acp4j.client.host;

/**
 * Something that is wrong with the answers to a form.
 *
 * @param field the name of the field
 * @param problem what is wrong, for people; without the answer itself
 * @since 0.1.0
 */
public record FormError(String field, String problem) {}
