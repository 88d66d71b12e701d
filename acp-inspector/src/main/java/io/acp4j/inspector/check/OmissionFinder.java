package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonOmission;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.tck.conversation.BrokenRequirement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the values of a conversation that lenient readers leave out, so that clients do not show them. Each position of a method is
 * reported once, with the first message. Used by one thread.
 */
final class OmissionFinder {

    /** Name of the findings, used instead of a requirement of the kit. */
    static final String ID = "OMITTED";

    /** Maximum number of findings of one connection. */
    static final int MAX_FINDINGS = 100;

    private static final int MAX_PENDING = 1000;
    private static final Logger LOG = LoggerFactory.getLogger(OmissionFinder.class);
    private static final String LINK = "https://agentclientprotocol.com/protocol/v1/schema";

    private final List<BrokenRequirement> found = new ArrayList<>();
    private final Set<String> places = new HashSet<>();
    private final Map<String, String> pending = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX_PENDING;
        }
    };
    private boolean isSecond;

    /**
     * Adds the next message of the connection.
     *
     * @param number its index among the messages, starting at 0
     */
    void add(boolean fromClient, byte[] bytes, int number) {
        if (found.size() >= MAX_FINDINGS) {
            return;
        }
        try {
            JsonNode message = KitResults.JSON.readTree(bytes);
            JsonNode id = message.path("id");
            if (message.path("method").isTextual()) {
                String method = message.path("method").textValue();
                if (!id.isMissingNode()) {
                    pending.put(fromClient + " " + id, method);
                }
                read(
                        fromClient,
                        number,
                        method,
                        "/params",
                        message.path("params"),
                        params(method, !id.isMissingNode()));
            } else if (message.has("result")) {
                String method = pending.remove(!fromClient + " " + id);
                if (method != null) {
                    isSecond |= message.at("/result/protocolVersion").asInt() == 2;
                    read(fromClient, number, method, "/result", message.path("result"), result(method));
                }
            }
        } catch (IOException e) {
            LOG.debug("a frame is not JSON, which is a finding of the kit", e);
        }
    }

    private @Nullable JsonCodec<?> params(String method, boolean isRequest) {
        if (isRequest) {
            RequestMethod<?, ?> request = request(method);
            return request == null ? null : request.params();
        }
        NotificationMethod<?> notification = isSecond ? V2Methods.notification(method) : Methods.notification(method);
        return notification == null ? null : notification.params();
    }

    private @Nullable JsonCodec<?> result(String method) {
        RequestMethod<?, ?> request = request(method);
        return request == null ? null : request.result();
    }

    /** The version is unknown before the response to {@code initialize}, so the parameters of that request are not read. */
    private @Nullable RequestMethod<?, ?> request(String method) {
        return isSecond ? V2Methods.request(method) : Methods.request(method);
    }

    private void read(
            boolean fromClient, int number, String method, String member, JsonNode value, @Nullable JsonCodec<?> codec)
            throws IOException {
        boolean isOpening = member.equals("/params") && method.equals(Methods.INITIALIZE.name());
        if (codec == null || value.isMissingNode() || isOpening) {
            return;
        }
        byte[] bytes = KitResults.JSON.writeValueAsBytes(value);
        try (JsonReader in = JsonReader.over(bytes, 0, bytes.length)) {
            in.start();
            var unused = codec.read(in);
            for (JsonOmission omission : in.omissions()) {
                note(fromClient, number, method, member + omission.path(), omission.problem());
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("a message is refused as a whole, which is a finding of the kit", e);
        }
    }

    private void note(boolean fromClient, int number, String method, String path, String problem) {
        boolean isNew = places.add(method + path.replaceAll("/[0-9]+", "/*") + problem);
        if (!isNew || found.size() >= MAX_FINDINGS) {
            return;
        }
        found.add(new BrokenRequirement(
                fromClient ? BrokenRequirement.Side.CLIENT : BrokenRequirement.Side.AGENT,
                ID,
                "OBSERVED",
                "acp4j",
                "A value is left out of what its receiver reads, because its schema does not allow it there.",
                "schema: x-deserialize-skip-invalid-items, x-deserialize-default-on-error",
                LINK,
                "a value without this problem: " + problem,
                path + " of " + method + " was left out",
                number));
    }

    /** Returns the findings so far, in the order of the messages. */
    List<BrokenRequirement> found() {
        return List.copyOf(found);
    }
}
