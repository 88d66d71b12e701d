package io.acp4j.inspector.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.LongNode;
import java.io.IOException;

/** How frames are read: as they are, whatever their length. */
public final class FrameJson {

    /** Reads texts of any length, as a frame may hold a picture, and numbers with all their digits. */
    public static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private FrameJson() {}

    /**
     * Reads a frame.
     *
     * @param json the frame
     * @return its tree
     * @throws IOException if it is not JSON, or has a number that is out of range
     */
    public static JsonNode read(byte[] json) throws IOException {
        try {
            return MAPPER.readTree(json);
        } catch (NumberFormatException | ArithmeticException e) {
            throw outOfRange(e);
        }
    }

    /**
     * Reads a text.
     *
     * @param json the text
     * @return its tree
     * @throws JsonProcessingException if it is not JSON, or has a number that is out of range
     */
    public static JsonNode read(String json) throws JsonProcessingException {
        try {
            return MAPPER.readTree(json);
        } catch (NumberFormatException | ArithmeticException e) {
            throw outOfRange(e);
        }
    }

    private static JsonProcessingException outOfRange(RuntimeException e) {
        return new JsonMappingException(null, "a number is out of range", e);
    }

    /**
     * Returns the id of a frame, by which responses belong to requests.
     *
     * @param frame the frame
     * @return the id, missing when there is none; see {@link #worth}
     */
    public static JsonNode id(JsonNode frame) {
        return worth(frame.path("id"));
    }

    /**
     * Returns what an id is worth: {@code 1.0} and {@code 1e0} are 1. A text is no number.
     *
     * @param id the id as it was read
     * @return a node that equals those of the same worth
     */
    public static JsonNode worth(JsonNode id) {
        return id.canConvertToExactIntegral() && id.canConvertToLong() ? LongNode.valueOf(id.longValue()) : id;
    }
}
