package io.acp4j.client.internal.session;

import io.acp4j.client.UnsupportedProtocolVersionException;
import io.acp4j.client.internal.protocol.ClientProtocol;
import io.acp4j.client.internal.v1.V1Protocol;
import io.acp4j.client.internal.v2.InitializeMethod;
import io.acp4j.client.internal.v2.V2Protocol;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.protocol.UnsupportedProtocolVersionErrorData;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which versions of the protocol a client offers, and what becomes of an agent's choice. Immutable. */
final class Negotiation {

    private static final List<ClientProtocol> PROTOCOLS = List.of(V2Protocol.INSTANCE, V1Protocol.INSTANCE);

    /** What is spoken before a version is chosen. */
    static final ClientProtocol UNNEGOTIATED = V1Protocol.INSTANCE;

    /** What a client is called that has not been given a name, where the protocol wants one. */
    private static final Implementation UNNAMED = Implementation.of("acp4j", "unknown");

    /** Those offered, the newest first. */
    private final List<ClientProtocol> offered;

    Negotiation(Collection<ProtocolVersion> versions) {
        this.offered = PROTOCOLS.stream()
                .filter(protocol -> versions.contains(protocol.version()))
                .toList();
    }

    /** Returns whether a client can speak a version. */
    static boolean knows(ProtocolVersion version) {
        return PROTOCOLS.stream().anyMatch(protocol -> protocol.version().equals(version));
    }

    ClientProtocol newest() {
        return offered.get(0);
    }

    boolean offersOneOnly() {
        return offered.size() == 1;
    }

    /** Returns the protocol of a version; null when it is not offered. */
    @Nullable
    ClientProtocol offered(ProtocolVersion version) {
        return offered.stream()
                .filter(protocol -> protocol.version().equals(version))
                .findFirst()
                .orElse(null);
    }

    /** Returns how messages are written that come behind a response. */
    Dialect dialect(InitializeResponse response) {
        ClientProtocol chosen = offered(response.protocolVersion());
        return chosen == null ? Dialect.AS_DECLARED : chosen.dialect();
    }

    /** Returns the request that asks for a version. */
    RequestMethod<InitializeRequest, InitializeResponse> method(ClientProtocol asked) {
        if (asked.dialect().equals(Dialect.AS_DECLARED)) {
            return Methods.INITIALIZE;
        }
        return offersOneOnly() ? InitializeMethod.OF_VERSION_2 : InitializeMethod.OF_BOTH;
    }

    /** Returns parameters that ask for a version, with a name where that version wants one. */
    InitializeRequest params(ClientProtocol asked, InitializeRequest about) {
        boolean named = about.clientInfo() != null || asked.dialect().equals(Dialect.AS_DECLARED);
        return new InitializeRequest(
                asked.version(), about.clientCapabilities(), named ? about.clientInfo() : UNNAMED, about.meta());
    }

    /**
     * Returns the version to ask for after an error.
     *
     * @return the newest older one that both sides speak; null when the error is about something else
     * @throws UnsupportedProtocolVersionException when there is none
     */
    @Nullable
    ClientProtocol after(ClientProtocol asked, Throwable failure) {
        UnsupportedProtocolVersionErrorData data = data(failure);
        if (data == null) {
            return null;
        }
        Predicate<ClientProtocol> older = protocol -> protocol.version().compareTo(asked.version()) < 0;
        return offered.stream()
                .filter(older)
                .filter(protocol -> data.supported().contains(protocol.version()))
                .findFirst()
                .orElseThrow(() -> new UnsupportedProtocolVersionException(
                        asked.version(),
                        data.supported().stream().max(Comparator.naturalOrder()).orElse(asked.version())));
    }

    private static @Nullable UnsupportedProtocolVersionErrorData data(Throwable failure) {
        if (!(failure instanceof AcpErrorException error)
                || !error.code().equals(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION)) {
            return null;
        }
        RawJson data = error.error().data();
        try {
            return data == null ? null : UnsupportedProtocolVersionErrorData.CODEC.decode(data);
        } catch (SchemaException e) {
            // Without the versions there is nothing to choose from, and the error says what it says.
            return null;
        }
    }
}
