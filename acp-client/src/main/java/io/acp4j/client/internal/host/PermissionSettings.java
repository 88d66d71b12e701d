package io.acp4j.client.internal.host;

import io.acp4j.client.host.PermissionQuestion;
import io.acp4j.client.host.PermissionRule;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a permission broker was built with. */
public record PermissionSettings(
        List<PermissionRule> rules,
        PermissionQuestion.@Nullable Prompt prompt,
        Function<PermissionQuestion, @Nullable Object> subject,
        int maxRemembered) {}
