package io.acp4j.agent;

import org.jspecify.annotations.Nullable;

/**
 * Carries the author's own objects, one for each class. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public interface Attachments {

    /**
     * Attaches an object, in the place of one attached under the same class before.
     *
     * @param <T> the type
     * @param type the class to find it by
     * @param value the object
     */
    <T> void attach(Class<T> type, T value);

    /**
     * Returns what was attached.
     *
     * @param <T> the type
     * @param type the class that it was attached under
     * @return the object; null when there is none
     */
    <T> @Nullable T attachment(Class<T> type);
}
