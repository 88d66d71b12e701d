package io.acp4j.examples.tutorial.network;

import io.acp4j.client.supervise.ConnectionLoss;
import io.acp4j.client.supervise.Restoration;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.HttpTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The client's side of an agent on another machine. */
final class RemoteAgent {

    private RemoteAgent() {}

    // snippet:transport
    static Transport connect(URI address, String token, SSLContext trusted) {
        return HttpTransport.builder(address).bearerToken(token).tls(trusted).connect();
    }

    /** Trusts one certificate, which no public authority has signed. */
    static SSLContext trusting(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
        known.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            known.setCertificateEntry(
                    "agent", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
    // end

    // snippet:supervised
    /** Connects, and connects again whenever the connection is lost; the user hears of both. */
    static SupervisedAgent supervised(URI address, String token, SSLContext trusted, Consumer<String> user) {
        return SupervisedAgent.builder(() -> connect(address, token, trusted))
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
