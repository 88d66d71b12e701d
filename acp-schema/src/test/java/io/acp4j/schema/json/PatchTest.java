package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PatchTest {

    record Change(Patch<String> title) {
        static final ObjectCodec<Change> CODEC = ObjectCodec.of("Change", type -> {
            var title = type.patch("title", Codecs.STRING, Change::title);
            type.nullMeansEmpty();
            return in -> new Change(in.get(title));
        });
    }

    @Test
    void absentNullAndAValueDiffer() {
        assertThat(assertRoundTrip(Change.CODEC, "{}").title()).isEqualTo(Patch.unchanged());
        assertThat(assertRoundTrip(Change.CODEC, "{'title':null}").title()).isEqualTo(Patch.cleared());
        assertThat(assertRoundTrip(Change.CODEC, "{'title':''}").title()).isEqualTo(Patch.of(""));
    }

    @Test
    void malformedValueChangesNothing() {
        assertReadsAs(Change.CODEC, "{'title':{'deep':[{}]}}", "{}");
    }

    @Test
    void patchesAreApplied() {
        assertThat(Patch.<String>unchanged().applyTo("a")).isEqualTo("a");
        assertThat(Patch.<String>unchanged().applyTo(null)).isNull();
        assertThat(Patch.<String>cleared().applyTo("a")).isNull();
        assertThat(Patch.of("b").applyTo("a")).isEqualTo("b");
        assertThat(Patch.unchanged().isUnchanged()).isTrue();
        assertThat(Patch.cleared().isUnchanged()).isFalse();
        assertThatThrownBy(() -> Patch.of(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void nullInPlaceOfTheObjectIsReadOnlyWhereDeclared() {
        assertReadsAs(Change.CODEC, "null", "{}");
        assertRefused(Change.CODEC, "7", "");
        assertThatThrownBy(() -> ObjectCodec.<String>of("Needy", type -> {
                            type.required("a", Codecs.STRING, value -> value);
                            type.nullMeansEmpty();
                            return in -> "";
                        })
                        .fields())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Needy");
    }
}
