package io.acp4j.tck.reference;

import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.launch.AgentEnd;
import io.acp4j.tck.internal.launch.HttpPlace;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;

/** Runs reference clients in this JVM that reach the kit over HTTP. */
final class ReferenceHttpClientConnector implements Connector {

    private final HttpPlace place;
    private final Faults faults;
    private final int version;

    ReferenceHttpClientConnector(Faults faults, int version) throws IOException {
        this.place = new HttpPlace(0);
        this.faults = faults;
        this.version = version;
    }

    @Override
    public Wire open(WireListener listener) {
        return open(listener, new ClientTraffic());
    }

    @Override
    public Wire open(WireListener listener, ClientTraffic traffic) {
        return new HttpClientWire(place.end(listener, traffic), listener);
    }

    @Override
    public String describe() {
        return "reference client over HTTP";
    }

    @Override
    public void close() {
        place.close();
    }

    private final class HttpClientWire implements Wire, ReferenceClient.Surroundings, ReferenceHttpClient.User {

        private final ClientThread thread = new ClientThread();
        private final AgentEnd end;
        private final WireListener listener;
        private final ReferenceHttpClient http;
        private final ReferenceClient client;

        HttpClientWire(AgentEnd end, WireListener listener) {
            this.end = end;
            this.listener = listener;
            this.http = new ReferenceHttpClient(URI.create(end.address()), faults, this);
            this.client = new ReferenceClient(faults, version, this);
            later(client::begin);
        }

        // What the client lives in

        @Override
        public void later(Runnable event) {
            thread.later(event);
        }

        @Override
        public void toAgent(byte[] line) {
            http.send(Arrays.copyOf(line, line.length - 1));
        }

        @Override
        public void toDriver(byte[] line) {
            listener.remarked(line);
        }

        @Override
        public void hangUp() {
            http.close();
        }

        @Override
        public void exit() {
            hangUp();
            listener.remarked("{\"gone\":\"the client exited with code 0\"}".getBytes(StandardCharsets.UTF_8));
            thread.exit();
        }

        // What it hears

        @Override
        public void received(byte[] message) {
            later(() -> client.receive(message));
        }

        @Override
        public void gone() {
            later(client::agentGone);
        }

        // The kit's side

        @Override
        public void write(byte[] bytes) {
            end.write(bytes);
        }

        @Override
        public void send(byte[] message) {
            end.send(message);
        }

        @Override
        public void remark(byte[] line) {
            later(() -> client.command(line));
        }

        @Override
        public boolean isStream() {
            return end.isStream();
        }

        @Override
        public boolean isHttp() {
            return end.isHttp();
        }

        @Override
        public void closeInput() {
            end.leave();
        }

        @Override
        public OptionalInt awaitExit(Duration limit) throws InterruptedException {
            return thread.awaitExit(limit);
        }

        @Override
        public void close() {
            later(client::abandon);
            end.close();
        }
    }
}
