package io.acp4j.schema.internal.base;

import java.util.Set;

/** The names that the protocol has taken; those of extensions are others. */
public final class StandardMethods {

    /** All of them. */
    public static final Set<String> NAMES = Set.of(
            "auth/status",
            "auth/status_update",
            "authenticate",
            "elicitation/complete",
            "elicitation/create",
            "fs/read_text_file",
            "fs/write_text_file",
            "initialize",
            "logout",
            "mcp/message",
            "providers/disable",
            "providers/list",
            "providers/set",
            "proxy/initialize",
            "proxy/successor",
            "session/archive",
            "session/cancel",
            "session/close",
            "session/delete",
            "session/fork",
            "session/list",
            "session/load",
            "session/new",
            "session/prompt",
            "session/request_permission",
            "session/resume",
            "session/set_config_option",
            "session/set_mode",
            "session/set_title",
            "session/status",
            "session/unarchive",
            "session/update",
            "terminal/create",
            "terminal/kill",
            "terminal/output",
            "terminal/release",
            "terminal/wait_for_exit");

    private StandardMethods() {}

    /**
     * Returns the name of an extension, checked.
     *
     * @param name a name that the protocol has not taken
     * @return the same
     * @throws IllegalArgumentException when it is blank or a method of the protocol
     */
    public static String extension(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of an extension method is blank");
        }
        if (name.startsWith("$/") || NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    name + " is a method of the protocol, not of an extension; its description is in Methods");
        }
        return name;
    }
}
