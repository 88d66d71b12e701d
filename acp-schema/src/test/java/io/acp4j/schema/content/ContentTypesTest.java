package io.acp4j.schema.content;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        Annotations.CODEC,
                        "{'audience':['user','assistant','_robot'],'lastModified':'2026-01-01T00:00:00Z','priority':0.25,'_meta':{'k':[1]}}"),
                arguments(
                        TextContent.CODEC,
                        "{'text':'h\u00e9llo \ud83d\ude00','annotations':{'priority':0.5},'_meta':{'k':[1]}}"),
                arguments(
                        ImageContent.CODEC,
                        "{'data':'AQID','mimeType':'image/png','uri':'file:///a.png','annotations':{'priority':0.5},'_meta':{'k':[1]}}"),
                arguments(
                        AudioContent.CODEC,
                        "{'data':'AQID','mimeType':'audio/wav','annotations':{'priority':0.5},'_meta':{'k':[1]}}"),
                arguments(
                        ResourceLink.CODEC,
                        "{'uri':'file:///a','name':'a','title':'A','description':'d','mimeType':'text/plain','size':12,'annotations':{'priority':0.5},'_meta':{'k':[1]}}"),
                arguments(
                        EmbeddedResource.CODEC,
                        "{'resource':{'uri':'file:///a','text':'t'},'annotations':{'priority':0.5},'_meta':{'k':[1]}}"),
                arguments(
                        TextResourceContents.CODEC,
                        "{'uri':'file:///a','text':'t','mimeType':'text/plain','_meta':{'k':[1]}}"),
                arguments(
                        BlobResourceContents.CODEC,
                        "{'uri':'file:///a','blob':'AQID','mimeType':'image/png','_meta':{'k':[1]}}"));
    }

    @ParameterizedTest
    @MethodSource("complete")
    void everyMemberFollowsItsRule(ObjectCodec<?> codec, String complete) {
        assertRules(codec, complete);
    }

    @ParameterizedTest
    @MethodSource("complete")
    void builderTakesEveryMember(ObjectCodec<?> codec, String complete) {
        assertBuilder(read(codec, complete));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'text','text':''}",
                "{'type':'image','data':'AQID','mimeType':'image/png'}",
                "{'type':'audio','data':'AQID','mimeType':'audio/wav'}",
                "{'type':'resource_link','uri':'file:///a','name':'a'}",
                "{'type':'resource','resource':{'uri':'u','text':'t'}}",
                "{'type':'resource','resource':{'uri':'u','blob':'AQID'}}",
                "{'type':'resource','resource':{'uri':'u','stream':7}}",
                "{'type':'hologram','depth':3,'text':5}"
            })
    void blockOfAnyKindSurvives(String json) {
        assertRoundTrip(ContentBlock.CODEC, json);
    }

    @Test
    void unknownBlockKeepsItsBytes() {
        String json = "{ \"depth\" : 1.0e1, \"type\":\"hologram\" }";

        ContentBlock block = read(ContentBlock.CODEC, json);

        assertThat(block).isEqualTo(new UnknownContent("hologram", RawJson.parse(json)));
        assertThat(ContentBlock.CODEC.encode(block))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(json);
    }

    @Test
    void knownBlockThatIsMalformedIsRefusedWithItsPlace() {
        assertRefused(ContentBlock.CODEC, "{'type':'text'}", "/text");
        assertRefused(ContentBlock.CODEC, "{'text':5,'type':'text'}", "/text");
        assertRefused(ContentBlock.CODEC, "{'type':'image','data':'AQID'}", "/mimeType");
        assertRefused(ContentBlock.CODEC, "{'type':'resource','resource':{'text':'t'}}", "/resource/uri");
        assertRefused(ContentBlock.CODEC, "{'type':'resource','resource':{'uri':'u','text':5}}", "/resource/text");
        assertRefused(ContentBlock.CODEC, "{'type':'resource','resource':[]}", "/resource");
        assertRefused(ContentBlock.CODEC, "{'text':'no type'}", "/type");
        assertRefused(ContentBlock.CODEC, "{'type':null,'text':'t'}", "/type");
        assertRefused(ContentBlock.CODEC, "'text'", "");
    }

    @Test
    void resourceIsToldByTheMemberThatHasAValue() {
        assertThat(read(EmbeddedResourceResource.CODEC, "{'text':null,'uri':'u','blob':'AQID'}"))
                .isEqualTo(new BlobResourceContents("u", "AQID", null, null));
        assertThat(read(EmbeddedResourceResource.CODEC, "{'blob':'AQID','uri':'u','text':'both'}"))
                .isEqualTo(TextResourceContents.of("u", "both"));
    }

    @Test
    void payloadsAreLeftOutOfToString() {
        assertThat(ImageContent.of(new byte[3000], "image/png"))
                .hasToString("ImageContent[mimeType=image/png, data=4000 characters]");
        assertThat(AudioContent.of(new byte[3], "audio/wav"))
                .hasToString("AudioContent[mimeType=audio/wav, data=4 characters]");
        assertThat(BlobResourceContents.of("u", new byte[3], null))
                .hasToString("BlobResourceContents[uri=u, blob=4 characters]");
    }

    @Test
    void factoriesMakeWhatTheySay() {
        assertThat(ContentBlock.text("t")).isEqualTo(read(ContentBlock.CODEC, "{'type':'text','text':'t'}"));
        assertThat(ImageContent.of(new byte[] {1, 2, 3}, "image/png"))
                .isEqualTo(read(ContentBlock.CODEC, "{'type':'image','data':'AQID','mimeType':'image/png'}"));
        assertThat(ResourceLink.of("u", "n"))
                .isEqualTo(read(ContentBlock.CODEC, "{'type':'resource_link','uri':'u','name':'n'}"));
        assertThat(EmbeddedResource.of(TextResourceContents.of("u", "t")))
                .isEqualTo(read(ContentBlock.CODEC, "{'type':'resource','resource':{'uri':'u','text':'t'}}"));
    }
}
