package io.acp4j.agent.internal.protocol;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The versions of the protocol that an agent serves, and which of them a client gets. */
public final class Versions {

    /** What every version says in the same place. */
    private static final ObjectCodec<ProtocolVersion> ASKED = ObjectCodec.of("InitializeRequest", type -> {
        var version = type.required("protocolVersion", ProtocolVersion.CODEC, asked -> asked);
        return in -> in.get(version);
    });

    private final List<ProtocolRules> served;

    /** Whether a client gets the one version that there is, whatever it asks for; it closes the connection if it has no use for it. */
    private final boolean answersAny;

    private final RequestMethod<InitializeRequest, InitializeResponse> method;

    /**
     * Creates the versions of an agent.
     *
     * @param served the rules of each
     */
    public Versions(List<? extends ProtocolRules> served) {
        List<ProtocolRules> newestFirst = new ArrayList<>(served);
        newestFirst.sort((one, other) -> other.version().compareTo(one.version()));
        this.served = List.copyOf(newestFirst);
        this.answersAny =
                served.size() == 1 && served.get(0).version().compareTo(ProtocolVersion.SUPPORTED.get(0)) == 0;
        this.method = answersAny
                ? Methods.INITIALIZE
                : RequestMethod.of(
                        Methods.INITIALIZE.name(), Side.AGENT, () -> new Requests(this), () -> new Responses(this));
    }

    /** Returns the rules of each, the newest first. */
    public List<ProtocolRules> all() {
        return served;
    }

    /** Returns whether each client gets the one version that the library speaks without being told to. */
    public boolean areUsual() {
        return answersAny;
    }

    /** Returns {@code initialize} as it is read and written before a version has been selected. */
    public RequestMethod<InitializeRequest, InitializeResponse> method() {
        return method;
    }

    /**
     * Returns the rules of the newest version that is not newer than what a client asks for.
     *
     * @throws AcpErrorException when there is none
     */
    public ProtocolRules select(ProtocolVersion asked) {
        ProtocolRules found = find(asked);
        if (found == null) {
            List<Integer> supported = served.stream()
                    .map(rules -> rules.version().value())
                    .sorted()
                    .toList();
            throw new AcpErrorException(
                    ErrorCode.UNSUPPORTED_PROTOCOL_VERSION,
                    "Unsupported protocol version: the agent speaks " + supported,
                    Map.of("requested", asked.value(), "supported", supported));
        }
        return found;
    }

    private @Nullable ProtocolRules find(ProtocolVersion asked) {
        return answersAny
                ? served.get(0)
                : served.stream()
                        .filter(rules -> rules.version().compareTo(asked) <= 0)
                        .findFirst()
                        .orElse(null);
    }

    /** Reads the request as the version writes it that the client gets. */
    private static final class Requests extends JsonCodec<InitializeRequest> {

        private final Versions versions;

        Requests(Versions versions) {
            this.versions = versions;
        }

        @Override
        public InitializeRequest read(JsonReader in) throws IOException {
            RawJson params = RawJson.CODEC.read(in);
            ProtocolVersion asked = ASKED.decode(params);
            ProtocolRules rules = versions.find(asked);
            // That there is none is said when the version is selected.
            return rules == null
                    ? InitializeRequest.of(asked)
                    : rules.introduction(params, !rules.version().equals(asked));
        }

        @Override
        public void write(InitializeRequest value, JsonGenerator out) throws IOException {
            InitializeRequest.CODEC.write(value, out);
        }
    }

    /** Writes the response as its version does. */
    private static final class Responses extends JsonCodec<InitializeResponse> {

        private final Versions versions;

        Responses(Versions versions) {
            this.versions = versions;
        }

        @Override
        public InitializeResponse read(JsonReader in) throws IOException {
            return InitializeResponse.CODEC.read(in);
        }

        @Override
        public void write(InitializeResponse value, JsonGenerator out) throws IOException {
            versions.select(value.protocolVersion()).response().write(value, out);
        }
    }
}
