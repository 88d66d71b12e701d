package io.acp4j.agent.internal.client;

import io.acp4j.agent.Attachments;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What {@link Attachments} are kept in. */
public final class AttachmentMap implements Attachments {

    private final Map<Class<?>, Object> values = new ConcurrentHashMap<>();

    @Override
    public <T> void attach(Class<T> type, T value) {
        values.put(type, type.cast(Objects.requireNonNull(value, "value")));
    }

    @Override
    public <T> @Nullable T attachment(Class<T> type) {
        return type.cast(values.get(type));
    }
}
