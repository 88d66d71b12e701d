package io.acp4j.examples.tutorial.network;

import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.HttpTransport;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The client's side of an agent on another machine. */
final class RemoteAgent {

    private RemoteAgent() {}

    // snippet:transport
    /** Connects to an agent whose certificate no public authority has signed: the file names whom to trust. */
    static Transport connect(URI address, String token, Path certificate) {
        return HttpTransport.builder(address)
                .bearerToken(token)
                .trust(certificate)
                .connect();
    }
    // end

    // snippet:supervised
    /** Connects, and connects again whenever the connection is lost; the user hears of both. */
    static SupervisedAgent supervised(URI address, String token, Path certificate, Consumer<String> user) {
        return SupervisedAgent.builder(() -> connect(address, token, certificate))
                .client(client -> client.info("notebook-client", "1.0.0"))
                .listener(new SupervisorListener() {
                    @Override
                    public void onLost(ConnectionLoss loss) {
                        loss.sessions()
                                .forEach(session -> user.accept(
                                        session.turnLost() ? "connection and turn lost" : "connection lost"));
                    }

                    @Override
                    public void onRestored(Restoration restoration) {
                        restoration.sessions().forEach(session -> user.accept("session is open again"));
                        restoration.failed().forEach(session -> user.accept("session is gone: " + session.cause()));
                    }
                })
                .start();
    }
    // end
}
