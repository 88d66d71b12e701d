package io.acp4j.tck.internal.launch;

import io.acp4j.process.InheritedEnvironment;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.process.ProcessTree;
import io.acp4j.tck.ClientSubject;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts a client for each connection, with the kit in the place of its agent. */
public final class ClientConnector implements Connector {

    /** The variable that tells a client of its driver: commands come on its standard input, responses go to its output. */
    static final String DRIVER = "ACP_TCK_DRIVER";

    /** The variable that tells a client in which version of the protocol it is certified. */
    static final String PROTOCOL = "ACP_TCK_PROTOCOL";

    private final ClientSubject subject;
    private final int protocol;
    private final @Nullable WebSocketPlace place;
    private final @Nullable HttpPlace http;

    /** Prepares to start a client for a version of the protocol; waits for its connections from now on, if it makes some. */
    public ClientConnector(ClientSubject subject, int protocol) {
        this.subject = subject;
        this.protocol = protocol;
        try {
            this.place = subject.webSocketPort() == null ? null : new WebSocketPlace(subject.webSocketPort());
            this.http = subject.httpPort() == null ? null : new HttpPlace(subject.httpPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Wire open(WireListener listener) throws IOException {
        return open(listener, new ClientTraffic());
    }

    @Override
    public Wire open(WireListener listener, ClientTraffic traffic) throws IOException {
        AgentEnd end = http != null
                ? http.end(listener, traffic)
                : place != null ? place.end(listener) : new BridgeEnd(listener);
        try {
            if (subject.directory() != null) {
                PlatformEncoding.ofThisSystem().requireText(subject.directory(), "the working directory");
            }
            return new ClientWire(start(end.address()), end, listener);
        } catch (IOException e) {
            end.close();
            throw e;
        }
    }

    private ProcessTree start(String agent) throws IOException {
        List<String> words = subject.command().stream()
                .map(word -> word.replace(ClientSubject.AGENT, agent))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(words);
        InheritedEnvironment inherited = InheritedEnvironment.ofThisSystem();
        inherited.inherit("JAVA_HOME");
        inherited.add(DRIVER, "stdio");
        inherited.add(PROTOCOL, String.valueOf(protocol));
        subject.environment().forEach(inherited::add);
        inherited.applyTo(builder.environment());
        if (subject.directory() != null) {
            builder.directory(subject.directory().toFile());
        }
        try {
            if (subject.directory() != null) {
                PlatformEncoding.ofThisSystem().requireText(subject.directory(), "the working directory");
            }
            return ProcessTree.start(builder);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String describe() {
        return subject.toString();
    }

    @Override
    public void close() {
        if (place != null) {
            place.close();
        }
        if (http != null) {
            http.close();
        }
    }
}
