package io.acp4j.schema.update;

import io.acp4j.schema.json.RawJson;

/** Keeps input of a kind that is not known; version 2 names the kind. */
final class CommandInputs {

    private CommandInputs() {}

    static UnknownCommandInput unknown(String type, RawJson raw) {
        return new UnknownCommandInput(raw);
    }
}
