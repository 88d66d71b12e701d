package io.acp4j.transport.stdio;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportContract;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The contract over the pipes of a real child process. */
class ProcessContractTest extends TransportContract {

    @Override
    protected Link connect(int maxQueuedBytes) throws Exception {
        StdioLimits limits =
                StdioLimits.builder().maxQueuedBytes(maxQueuedBytes).build();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(60_000);
            Transport near = StdioTransport.builder(
                            ChildJvm.command(BridgeMain.class, String.valueOf(server.getLocalPort())))
                    .limits(limits)
                    .launch();
            Socket socket = server.accept();
            long pid = new DataInputStream(socket.getInputStream()).readLong();
            Transport far = StreamTransportTest.over(socket, limits);
            return new Link() {
                @Override
                public Transport near() {
                    return near;
                }

                @Override
                public Transport far() {
                    return far;
                }

                @Override
                public void lose() {
                    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
                }
            };
        }
    }
}
