package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value that a codec has left out because the schema prescribes leniency: an invalid element of a list, or a malformed member that was
 * replaced by its default.
 *
 * @param path the position of the value in its document as a JSON Pointer (RFC 6901), which contains indexes and names of the schema;
 *     {@code *} replaces a name chosen by the peer
 * @param problem the reason, without any content
 * @since 0.1.0
 */
public record JsonOmission(String path, String problem) {

    /** Collects the values of one document that codecs leave out. Used by the thread that reads the document. */
    static final class Collector {

        /** Maximum number of omissions that are kept of one document. */
        static final int MAX_OMISSIONS = 32;

        private final List<JsonOmission> omissions = new ArrayList<>();
        private int further;

        /** Adds an omission. It replaces the omissions within the value, because the value is left out as a whole. */
        void add(JsonOmission omission) {
            String within = omission.path() + "/";
            omissions.removeIf(earlier -> earlier.path().startsWith(within));
            if (omissions.size() < MAX_OMISSIONS) {
                omissions.add(omission);
            } else {
                further++;
            }
        }

        void clear() {
            omissions.clear();
            further = 0;
        }

        List<JsonOmission> toList() {
            if (further == 0) {
                return List.copyOf(omissions);
            }
            List<JsonOmission> all = new ArrayList<>(omissions);
            all.add(new JsonOmission("", further + " further values were left out"));
            return List.copyOf(all);
        }

        /**
         * Returns the path of a position as a JSON Pointer.
         *
         * @param position the position of a parser
         * @param maps a bit for each nesting depth whose object has names that the peer has chosen
         */
        static String path(@Nullable JsonStreamContext position, long maps) {
            StringBuilder path = new StringBuilder();
            for (JsonStreamContext each = position; each != null; each = each.getParent()) {
                String step = step(each, maps);
                if (step != null) {
                    path.insert(0, step).insert(0, '/');
                }
            }
            return path.toString();
        }

        private static @Nullable String step(JsonStreamContext position, long maps) {
            if (position.inArray()) {
                return position.hasCurrentIndex() ? String.valueOf(position.getCurrentIndex()) : null;
            }
            if (!position.inObject() || !position.hasCurrentName()) {
                return null;
            }
            boolean isChosenByPeer = isMap(maps, position.getNestingDepth());
            return isChosenByPeer
                    ? "*"
                    : position.getCurrentName().replace("~", "~0").replace("/", "~1");
        }

        private static boolean isMap(long maps, int depth) {
            return depth >= Long.SIZE || (maps & 1L << depth) != 0;
        }
    }
}
