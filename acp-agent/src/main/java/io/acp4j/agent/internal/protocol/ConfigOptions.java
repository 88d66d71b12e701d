package io.acp4j.agent.internal.protocol;

import io.acp4j.agent.Client;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.init.ClientSessionCapabilities;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules about configuration options. */
public final class ConfigOptions {

    private ConfigOptions() {}

    /** Returns the options whose kind the client knows: switches only go to those that have advertised them. */
    public static List<SessionConfigOption> known(List<SessionConfigOption> options, Client client) {
        return takesSwitches(client)
                ? options
                : options.stream()
                        .filter(option -> !(option instanceof SessionConfigBoolean))
                        .toList();
    }

    static @Nullable List<SessionConfigOption> knownOrNull(@Nullable List<SessionConfigOption> options, Client client) {
        return options == null ? null : known(options, client);
    }

    private static boolean takesSwitches(Client client) {
        ClientSessionCapabilities session = client.capabilities().session();
        return session != null
                && session.configOptions() != null
                && session.configOptions().booleanOptions() != null;
    }

    /** Refuses a choice that the agent has not offered. */
    public static void check(SetSessionConfigOptionRequest request, @Nullable List<SessionConfigOption> offered) {
        if (offered == null) {
            return;
        }
        SessionConfigOption option = offered.stream()
                .filter(each -> each.id().equals(request.configId()))
                .findFirst()
                .orElseThrow(() -> RequestChecks.invalid(
                        "unknown_config_option", "/params/configId", "The session has no such option"));
        if (!fits(request.value(), option)) {
            throw RequestChecks.invalid("unknown_value", "/params/value", "The option has no such value");
        }
    }

    /** Refuses an option whose value is none of those that it offers. */
    public static void requireConsistent(SessionConfigOption option) {
        if (option instanceof SessionConfigSelect select
                && !fits(new SessionConfigValue.Choice(select.currentValue()), select)) {
            throw new IllegalArgumentException(
                    "the option " + option.id() + " offers no value " + select.currentValue());
        }
    }

    /**
     * The options after one of them has been changed.
     *
     * @throws IllegalArgumentException when there is no such option, or it cannot have the value
     */
    public static List<SessionConfigOption> changed(
            List<SessionConfigOption> options, SessionConfigId id, SessionConfigValue value) {
        List<SessionConfigOption> changed = new ArrayList<>(options);
        for (int i = 0; i < changed.size(); i++) {
            SessionConfigOption option = changed.get(i);
            if (option.id().equals(id)) {
                if (!fits(value, option)) {
                    throw new IllegalArgumentException("option " + id + " has no such value");
                }
                changed.set(i, with(option, value));
                return List.copyOf(changed);
            }
        }
        throw new IllegalArgumentException("there is no option " + id);
    }

    private static SessionConfigOption with(SessionConfigOption option, SessionConfigValue value) {
        if (option instanceof SessionConfigSelect select && value instanceof SessionConfigValue.Choice choice) {
            return new SessionConfigSelect(
                    select.id(),
                    select.name(),
                    choice.id(),
                    select.options(),
                    select.description(),
                    select.category(),
                    select.meta());
        }
        if (option instanceof SessionConfigBoolean onOff && value instanceof SessionConfigValue.Switch chosen) {
            return new SessionConfigBoolean(
                    onOff.id(), onOff.name(), chosen.on(), onOff.description(), onOff.category(), onOff.meta());
        }
        throw new IllegalArgumentException("option " + option.id() + " is of a kind that this library cannot change");
    }

    private static boolean fits(SessionConfigValue value, SessionConfigOption option) {
        if (option instanceof SessionConfigSelect select) {
            return value instanceof SessionConfigValue.Choice choice
                    && select.options().flatten().stream()
                            .anyMatch(offered -> offered.value().equals(choice.id()));
        }
        return !(option instanceof SessionConfigBoolean) || value instanceof SessionConfigValue.Switch;
    }
}
