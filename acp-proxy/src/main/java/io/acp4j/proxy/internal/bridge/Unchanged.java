package io.acp4j.proxy.internal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Translator;
import io.acp4j.proxy.internal.bridge.wire.Wire;

/** Passes everything on as it is, between peers of one version. */
final class Unchanged implements Translator {

    private final Wire wire;

    Unchanged(Wire wire) {
        this.wire = wire;
    }

    @Override
    public void request(Incoming request) {
        wire.forward(request, request.method(), request.params(), result -> result);
    }

    @Override
    public void notification(Side from, String method, JsonNode params) {
        wire.notify(from.other(), method, params);
    }

    @Override
    public void ended(Side side) {}
}
