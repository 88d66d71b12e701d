package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.json;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberUnionCodecTest {

    interface Body {}

    record Text(String text) implements Body {
        static final ObjectCodec<Text> CODEC = ObjectCodec.of("Text", type -> {
            var text = type.required("text", Codecs.STRING, Text::text);
            return in -> new Text(in.get(text));
        });
    }

    record Blob(String blob) implements Body {
        static final ObjectCodec<Blob> CODEC = ObjectCodec.of("Blob", type -> {
            var blob = type.required("blob", Codecs.STRING, Blob::blob);
            return in -> new Blob(in.get(blob));
        });
    }

    record Other(RawJson raw) implements Body {}

    private static final MemberUnionCodec<Body> BODY = MemberUnionCodec.<Body>union()
            .variant("text", Text.class, () -> Text.CODEC)
            .variant("blob", Blob.class, () -> Blob.CODEC)
            .unknown(Other.class, Other::new, Other::raw);

    @Test
    void variantIsToldByItsMemberWhereverItStands() {
        assertThat(read(BODY, "{'text':'a'}")).isEqualTo(new Text("a"));
        assertThat(read(BODY, "{'x':{'text':1},'blob':'b'}")).isEqualTo(new Blob("b"));
        assertReadsAs(BODY, "{'x':[{}],'blob':'b','y':1}", "{'blob':'b'}");
    }

    @Test
    void nullDoesNotTellAndTheFirstDeclaredCounts() {
        assertThat(read(BODY, "{'text':null,'blob':'b'}")).isEqualTo(new Blob("b"));
        assertThat(read(BODY, "{'blob':'b','text':'a'}")).isEqualTo(new Text("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{ 'x':{'text':'a'} }", "{'text':null}", "{'stream':[1e400,'\u20ac']}"})
    void objectWithoutAnyIsKeptToTheByte(String text) throws IOException {
        byte[] bytes = json(text).getBytes(StandardCharsets.UTF_8);
        Body body = BODY.decode(bytes);

        assertThat(body).isInstanceOf(Other.class);
        assertThat(BODY.encode(body)).isEqualTo(bytes);
    }

    @Test
    void malformedVariantIsRefusedByItsPathAndAListGoesOn() {
        assertRefused(BODY, "{'x':1,'text':{'deep':[]}}", "/text");
        assertRefused(BODY, "[]", "");
        assertThat(read(Codecs.lenientListOf(BODY), "[{'text':[{}]},7,{'x':1,'blob':[]},{'text':'a'}]"))
                .isEqualTo(List.of(new Text("a")));
    }

    @Test
    void foreignValueIsNotWrittenAndVariantsCanBeInspected() {
        assertThatThrownBy(() -> BODY.encode(new Body() {})).isInstanceOf(IllegalArgumentException.class);
        assertThat(BODY.variants().keySet()).containsExactly("text", "blob");
    }
}
