// Written by build-support/write-types from src/methods.yaml: change that, not this.
package io.acp4j.schema.internal.base;

import java.util.Set;

/** The names of the protocol's methods, but for those that begin with {@code $/}. */
final class MethodNames {

    static final Set<String> ALL = Set.of(
            "initialize",
            "authenticate",
            "logout",
            "session/new",
            "session/load",
            "session/list",
            "session/delete",
            "session/resume",
            "session/fork",
            "session/close",
            "auth/status",
            "providers/list",
            "providers/set",
            "providers/disable",
            "session/archive",
            "session/unarchive",
            "session/status",
            "session/set_title",
            "session/set_mode",
            "session/set_config_option",
            "session/prompt",
            "session/cancel",
            "session/update",
            "auth/status_update",
            "session/request_permission",
            "fs/read_text_file",
            "fs/write_text_file",
            "terminal/create",
            "terminal/output",
            "terminal/wait_for_exit",
            "terminal/kill",
            "terminal/release",
            "elicitation/create",
            "elicitation/complete",
            "mcp/message",
            "proxy/initialize",
            "proxy/successor");

    private MethodNames() {}
}
