package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever stands in a forgiving place, what follows it is read. Random values from fixed seeds. */
class LeniencyPropertiesTest {

    record Node(
            @Nullable Node child,
            List<Node> children,
            @Nullable String text,
            String after) {

        static final ObjectCodec<Node> CODEC = ObjectCodec.of("Node", type -> {
            var child = type.lenient("child", new Self(), Node::child);
            var children = type.lenientList("children", new Self(), Node::children);
            var text = type.lenient("text", Codecs.STRING, Node::text);
            var after = type.required("after", Codecs.STRING, Node::after);
            return in -> new Node(in.find(child), in.get(children), in.find(text), in.get(after));
        });
    }

    private static final class Self extends JsonCodec<Node> {
        @Override
        public Node read(JsonReader in) throws java.io.IOException {
            return Node.CODEC.read(in);
        }

        @Override
        public void write(Node value, com.fasterxml.jackson.core.JsonGenerator out) throws java.io.IOException {
            Node.CODEC.write(value, out);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatFollowsIsRead(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            List<String> elements = new ArrayList<>();
            int good = 0;
            for (int e = random.nextInt(4); e >= 0; e--) {
                elements.add(value(random, 4));
                elements.add("{'after':'good'}");
                good++;
            }
            String json = "{'text':" + value(random, 4) + ",'child':" + value(random, 4) + ",'children':" + elements
                    + ",'after':'end'}";

            Node node = read(Node.CODEC, json);

            assertThat(node.after()).as(json).isEqualTo("end");
            assertThat(node.children().stream().filter(n -> n.after().equals("good")))
                    .as(json)
                    .hasSizeGreaterThanOrEqualTo(good);
        }
    }

    /** A value that is often nearly a node. */
    private static String value(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 5 : 9);
        return switch (kind) {
            case 0 -> "null";
            case 1 -> Integer.toString(random.nextInt(100) - 50);
            case 2 -> "'\u20ac" + random.nextInt(10) + "'";
            case 3 -> random.nextBoolean() ? "true" : "-1.5e3";
            case 4 -> random.nextBoolean() ? "[]" : "{}";
            case 5 -> "[" + value(random, depth - 1) + "," + value(random, depth - 1) + "]";
            case 6 -> "{'x':" + value(random, depth - 1) + ",'after':" + value(random, depth - 1) + "}";
            case 7 -> "{'children':[" + value(random, depth - 1) + "," + value(random, depth - 1) + "],'after':'n'}";
            default -> "{'after':'n','child':" + value(random, depth - 1) + ",'text':" + value(random, depth - 1) + "}";
        };
    }
}
