package io.acp4j.observability;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import org.jspecify.annotations.Nullable;

/** Listens to nothing that it is told. */
final class IgnoringListener implements TransportListener {

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        return null;
    }

    @Override
    public void onFault(FrameError fault) {
        // Nothing that matters here.
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        // The test ends it.
    }
}
