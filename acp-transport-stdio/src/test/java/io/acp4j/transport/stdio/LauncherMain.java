package io.acp4j.transport.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client that launches a stubborn agent and ends without closing the transport. */
final class LauncherMain {

    private LauncherMain() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch seen = new CountDownLatch(2);
        StdioTransport transport = StdioTransport.launch(
                "sh", "-c", "trap '' TERM; echo $$; sleep 1000 <&- & echo $!; exec sleep 1000 <&-");
        transport.start(new TransportListener() {
            @Override
            public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                System.out.println(new String(buffer, offset, length, UTF_8));
                seen.countDown();
                return null;
            }

            @Override
            public void onFault(FrameError fault) {
                System.out.println(fault);
            }

            @Override
            public void onEnd(CloseReason reason, boolean canSend) {
                System.out.println(reason.description());
            }
        });
        if (!seen.await(60, TimeUnit.SECONDS)) {
            System.exit(1);
        }
    }
}
