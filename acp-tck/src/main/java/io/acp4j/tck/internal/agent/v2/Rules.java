package io.acp4j.tck.internal.agent.v2;

import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;

/** Judges what came over connections that agreed to version 2. */
abstract class Rules implements Monitor {

    private static final int VERSION = 2;

    @Override
    public boolean concerns(Recording recording) {
        return recording.version() == VERSION;
    }
}
