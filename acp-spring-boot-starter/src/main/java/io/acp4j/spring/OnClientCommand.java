package io.acp4j.spring;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether a command is named, be it as one value or as a list, which conditions on properties do not see. */
final class OnClientCommand implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                .bind("acp.client.command", Bindable.listOf(String.class))
                .map(command -> !command.isEmpty())
                .orElse(false);
    }
}
