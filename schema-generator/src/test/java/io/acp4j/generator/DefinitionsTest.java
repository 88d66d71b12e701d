package io.acp4j.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionsTest {

    @TempDir
    Path folder;

    @Test
    void aMisspeltKeyIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> read("Walk:\n  doc: A walk.\n  membres: {}\n"))
                .hasMessage("dogs.Walk: unknown key membres");
        assertThatThrownBy(() -> read("Walk:\n  doc: A walk.\n  members: {length: {required: int32, dog: no}}\n"))
                .hasMessage("dogs.Walk.members.length: needs doc");
    }

    @Test
    void aMemberNeedsARule() {
        assertThatThrownBy(() -> read("Walk:\n  doc: A walk.\n  members: {length: {doc: how far}}\n"))
                .hasMessageContaining("dogs.Walk.members.length: needs a rule");
    }

    @Test
    void aTypeIsDefinedOnce() {
        assertThatThrownBy(() -> read("Walk: {doc: A walk.}\nWalk: {doc: Another.}\n"))
                .hasMessageContaining("duplicate key Walk");
    }

    @Test
    void metaIsAMemberUnlessSaidOtherwise() throws IOException {
        Definitions definitions = read("Walk: {doc: A walk.}\nRun: {doc: A run., meta: false}\n");

        assertThat(definitions.types().stream().map(type -> type.members().size()))
                .containsExactly(0, 1);
    }

    @Test
    void aMemberMayDifferBetweenVersions() throws IOException {
        Definition walk = read("Walk:\n  doc: A walk.\n  meta: false\n  members:\n"
                        + "    id: {required: string, doc: it, v2: {wire: walkId}}\n"
                        + "    dog: {required: string, only: 1, doc: who}\n"
                        + "    cat: {lenient: string, only: 2, doc: who}\n")
                .find("Walk");

        assertThat(walk.in(1).written()).containsExactly("id", "dog");
        assertThat(walk.in(2).written()).containsExactly("walkId", "cat");
        assertThat(walk.member("dog").declared()).isEqualTo("@Nullable String");
        assertThat(walk.member("id").declared()).isEqualTo("String");
    }

    @Test
    void whatMakesNoSenseOfTwoVersionsIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> read("Walk: {doc: A walk., only: 3}\n"))
                .hasMessage("dogs.Walk.only: there are the versions 1 and 2, not 3");
        assertThatThrownBy(() -> read("Walk: {doc: A walk., only: 2, v2: {schema: Run}}\n"))
                .hasMessage("dogs.Walk.v2: only version 2 has the type; drop v2 or only");
        assertThatThrownBy(() -> read("Walk:\n  doc: A walk.\n  members:\n"
                        + "    dog: {required: string, only: 1, v2: {wire: who}, doc: who}\n"))
                .hasMessage("dogs.Walk.members.dog.v2: only version 1 has the member; drop v2 or only");
        assertThatThrownBy(() -> read("Walk:\n  doc: A walk.\n  members:\n"
                        + "    dog: {required: string, v2: {required: boolean}, doc: who}\n"))
                .hasMessageStartingWith("dogs.Walk.members.dog.v2: makes it Boolean in Java, not String;");
        assertThatThrownBy(() -> read("Walk:\n  doc: A walk.\n  v2: {members: {dog: {required: string}}}\n"))
                .hasMessageStartingWith("dogs.Walk.v2.members: say at each member what differs");
        assertThatThrownBy(() -> read("Walk:\n  doc: A walk.\n  members:\n"
                        + "    dog: {required: string, v2: {wires: who}, doc: who}\n"))
                .hasMessage("dogs.Walk.members.dog.v2: unknown key wires");
    }

    @Test
    void onTheWireAMemberHasItsPartsAndAnObjectWhatIsFixed() throws IOException {
        Definition walk = read("Walk:\n  doc: A walk.\n  meta: false\n"
                        + "  fixed: {kind: {lenient: string, default: '\"walk\"', v2: {required: string}}}\n"
                        + "  members:\n    id: {required: string, doc: it}\n"
                        + "    place: {required: Place, codec: PlaceMembers, doc: where,"
                        + " parts: {x: {optional: int32}, y: {optional: int32, only: 2}}}\n")
                .find("Walk");

        assertThat(walk.members()).extracting(Member::name).containsExactly("id", "place");
        assertThat(walk.in(1).written()).containsExactly("kind", "id", "x");
        assertThat(walk.in(2).written()).containsExactly("kind", "id", "x", "y");
        assertThat(walk.in(2).members().get(0).required()).isTrue();
    }

    @Test
    void aPackageSaysWhatItIsForAndItsRuleAndWhereToStart() throws IOException {
        Definitions definitions =
                read("package: {doc: Dogs., rule: They walk., start: 'See {@link Walk}.'}\nWalk: {doc: A walk.}\n");

        assertThat(definitions.packages()).containsOnlyKeys("dogs");
        assertThat(PackageWriter.write(
                        definitions, "dogs", definitions.packages().getOrDefault("dogs", Map.of())))
                .containsSubsequence(
                        "/**\n * Dogs.\n",
                        "<p><b>The rule.</b> They walk.\n",
                        "<p><b>Where to start.</b> See {@link io.acp4j.schema.dogs.Walk}.\n",
                        "@NullMarked\npackage io.acp4j.schema.dogs;\n");
        assertThatThrownBy(() -> read("package: {doc: Dogs., start: Here.}\n")).hasMessage("dogs.package: needs rule");
    }

    private Definitions read(String area) throws IOException {
        Files.writeString(folder.resolve("dogs.yaml"), area);
        return Definitions.read(folder);
    }
}
