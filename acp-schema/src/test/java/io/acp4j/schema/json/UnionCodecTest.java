package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.json;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnionCodecTest {

    interface Shape {}

    record Circle(int radius) implements Shape {
        static final ObjectCodec<Circle> CODEC = ObjectCodec.of("Circle", type -> {
            var radius = type.required("radius", Codecs.INT32, Circle::radius);
            return in -> new Circle(in.get(radius));
        });
    }

    record Group(List<Shape> shapes, @Nullable Shape frame) implements Shape {
        static final ObjectCodec<Group> CODEC = ObjectCodec.of("Group", type -> {
            var shapes = type.lenientList("shapes", SHAPE, Group::shapes);
            var frame = type.optional("frame", SHAPE, Group::frame);
            return in -> new Group(in.get(shapes), in.find(frame));
        });
    }

    record Point(int x) implements Shape {
        static final ObjectCodec<Point> CODEC = ObjectCodec.of("Point", type -> {
            var x = type.required("x", Codecs.INT32, Point::x);
            return in -> new Point(in.get(x));
        });
    }

    record Unknown(String kind, RawJson raw) implements Shape {
        Unknown {
            if (kind.isEmpty()) {
                throw new IllegalArgumentException("empty");
            }
        }
    }

    private static final UnionCodec<Shape> SHAPE = UnionCodec.<Shape>on("kind")
            .variant("circle", Circle.class, () -> Circle.CODEC)
            .variant("group", Group.class, () -> Group.CODEC)
            .unknown(Unknown.class, Unknown::new, Unknown::raw);

    private static final UnionCodec<Shape> WITH_UNTAGGED = UnionCodec.<Shape>on("kind")
            .variant("", Point.class, () -> Point.CODEC)
            .variant("circle", Circle.class, () -> Circle.CODEC)
            .unknown(
                    Unknown.class,
                    (kind, raw) -> {
                        if (kind.equals("never")) {
                            throw new SchemaException("never").within("why");
                        }
                        return new Unknown(kind, raw);
                    },
                    Unknown::raw);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'kind':'circle','radius':7}",
                "{'radius':7,'kind':'circle'}",
                "{'x':{'kind':'group'},'radius':7,'y':[{'kind':9}],'kind':'circle','z':[]}",
                "{'x':'kind','kind':'circle','radius':7}"
            })
    void discriminatorIsFoundWhereverItStands(String json) {
        assertThat(read(SHAPE, json)).isEqualTo(new Circle(7));
    }

    @Test
    void discriminatorIsWrittenFirst() {
        assertThat(new String(SHAPE.encode(new Circle(7)), StandardCharsets.UTF_8))
                .isEqualTo(json("{'kind':'circle','radius':7}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'kind':'square','side': 1.50 ,'\u20ac':[ ]}",
                "{ 'side':1e400, '\u20ac':'\ud83d\ude00' ,'kind':'square' }",
                "{'kind':'square'}",
                "{'a':1,'a':2,'kind':'square','kind':'circle'}"
            })
    void unknownVariantIsKeptToTheByte(String text) throws IOException {
        byte[] json = json(text).getBytes(StandardCharsets.UTF_8);
        Shape shape = SHAPE.decode(json);

        assertThat(shape)
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.kind()).isEqualTo("square"));
        assertThat(SHAPE.encode(shape)).isEqualTo(json);
        byte[] inList = ("[" + json(text) + " ,1]").getBytes(StandardCharsets.UTF_8);
        assertThat(Codecs.lenientListOf(SHAPE).decode(inList)).containsExactly(shape);
    }

    @Test
    void firstOfARepeatedDiscriminatorCountsWhereverItStands() {
        assertThat(read(SHAPE, "{'kind':'circle','radius':7,'kind':'group'}")).isEqualTo(new Circle(7));
        assertThat(read(SHAPE, "{'radius':7,'kind':'circle','kind':'group'}")).isEqualTo(new Circle(7));
        assertThat(read(SHAPE, "{'radius':7,'kind':'circle','kind':7}")).isEqualTo(new Circle(7));
        assertRefused(SHAPE, "{'radius':7,'kind':7,'kind':'circle'}", "/kind");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "7", "true", "[]", "['circle']", "{}"})
    void discriminatorMustBeAString(String tag) {
        assertRefused(SHAPE, "{'kind':" + tag + ",'radius':7}", "/kind");
        assertRefused(SHAPE, "{'radius':7,'kind':" + tag + ",'more':[{}]}", "/kind");
        assertRefused(WITH_UNTAGGED, "{'x':7,'kind':" + tag + "}", "/kind");
    }

    @Test
    void missingDiscriminatorIsNamedUnlessAVariantHasNone() {
        assertRefused(SHAPE, "{'radius':7}", "/kind");
        assertRefused(SHAPE, "{}", "/kind");
        assertThat(assertRoundTrip(WITH_UNTAGGED, "{'x':7}")).isEqualTo(new Point(7));
        assertRefused(WITH_UNTAGGED, "{}", "/x");
    }

    @Test
    void unionIsAnObject() {
        assertRefused(SHAPE, "'circle'", "");
        assertRefused(SHAPE, "['circle']", "");
        assertRefused(SHAPE, "null", "");
    }

    @Test
    void malformedKnownVariantIsRefusedByItsPath() {
        assertRefused(SHAPE, "{'kind':'circle'}", "/radius");
        assertRefused(SHAPE, "{'radius':'7','kind':'circle'}", "/radius");
        assertRefused(
                SHAPE,
                "{'kind':'group','frame':{'shapes':[],'frame':{'kind':'circle'},'kind':'group'}}",
                "/frame/frame/radius");
    }

    @Test
    void lenientListOfVariantsGoesOnBehindAMalformedOne() {
        assertReadsAs(
                SHAPE,
                "{'shapes':[{'radius':{'deep':[{}]},'kind':'circle'},{'kind':'circle','radius':[[7],{}]},"
                        + "{'kind':{'a':[]}},{'radius':1,'kind':'circle'},{'frame':{'kind':'circle','radius':[{}]},"
                        + "'kind':'group'},{},[{}],{'kind':'square','s':[]},{'kind':'circle','radius':2}],"
                        + "'kind':'group','frame':{'radius':3,'kind':'circle'}}",
                "{'kind':'group','shapes':[{'kind':'circle','radius':1},{'kind':'square','s':[]},"
                        + "{'kind':'circle','radius':2}],'frame':{'kind':'circle','radius':3}}");
    }

    @Test
    void unknownVariantMayBeRefused() {
        assertRefused(WITH_UNTAGGED, "{'kind':'never'}", "/why");
        assertRefused(WITH_UNTAGGED, "{'a':1,'kind':'never'}", "/why");
    }

    @Test
    void foreignValueIsNotWritten() {
        assertThatThrownBy(() -> SHAPE.encode(new Point(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Point");
    }

    @Test
    void declarationCanBeInspected() {
        assertThat(SHAPE.discriminator()).isEqualTo("kind");
        assertThat(SHAPE.variants().keySet()).containsExactly("circle", "group");
        assertThat(WITH_UNTAGGED.variants().keySet()).containsExactly("circle", "");
    }
}
