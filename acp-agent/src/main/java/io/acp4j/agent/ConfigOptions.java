package io.acp4j.agent;

import io.acp4j.schema.v1.config.SessionConfigBoolean;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.config.SessionConfigSelect;
import io.acp4j.schema.v1.config.SessionConfigValue;
import io.acp4j.schema.v1.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.v1.init.ClientSessionCapabilities;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules about configuration options. */
final class ConfigOptions {

    private ConfigOptions() {}

    /** The options whose kind the client knows: switches only go to those that have advertised them. */
    static List<SessionConfigOption> known(List<SessionConfigOption> options, ClientPeer client) {
        return takesSwitches(client)
                ? options
                : options.stream()
                        .filter(option -> !(option instanceof SessionConfigBoolean))
                        .toList();
    }

    static @Nullable List<SessionConfigOption> knownOrNull(
            @Nullable List<SessionConfigOption> options, ClientPeer client) {
        return options == null ? null : known(options, client);
    }

    private static boolean takesSwitches(ClientPeer client) {
        ClientSessionCapabilities session = client.capabilities().session();
        return session != null
                && session.configOptions() != null
                && session.configOptions().booleanOptions() != null;
    }

    /** Refuses a choice that the agent has not offered. */
    static void check(SetSessionConfigOptionRequest request, @Nullable List<SessionConfigOption> offered) {
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

    private static boolean fits(SessionConfigValue value, SessionConfigOption option) {
        if (option instanceof SessionConfigSelect select) {
            return value instanceof SessionConfigValue.Choice choice
                    && select.options().flatten().stream()
                            .anyMatch(offered -> offered.value().equals(choice.id()));
        }
        return !(option instanceof SessionConfigBoolean) || value instanceof SessionConfigValue.Switch;
    }
}
