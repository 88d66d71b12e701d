package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.init.PromptCapabilities;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent sends back of a prompt, live and in a replay, is valid by the official schema, whatever it has accepted. */
class EchoedPromptTest {

    private static final String NOTES =
            ",'annotations':{'audience':['user','assistant'],'lastModified':'2026-01-01T00:00:00Z','priority':0.5,"
                    + "'_meta':{'b':2}},'_meta':{'a':[1]}";

    /** Optional members of a wrong type, which readers leave out. */
    private static final String WRONG =
            ",'annotations':{'audience':7,'lastModified':[],'priority':'high','_meta':1},'_meta':'none'";

    private static Arguments kind(String name, String required, String optional, String wrong) {
        return argumentSet(name, required, optional, wrong);
    }

    private static Stream<Arguments> kinds() {
        return Stream.of(
                kind("text", "'type':'text','text':'hi'", "", ""),
                kind("empty text", "'type':'text','text':''", "", ""),
                kind("image", "'type':'image','data':'AAAA','mimeType':'image/png'", ",'uri':'file:///i'", ",'uri':7"),
                kind("audio", "'type':'audio','data':'AAAA','mimeType':'audio/wav'", "", ""),
                kind(
                        "resource link",
                        "'type':'resource_link','name':'n','uri':'file:///n'",
                        ",'title':'t','description':'d','mimeType':'text/plain','size':3",
                        ",'title':1,'description':{},'mimeType':[],'size':'big'"),
                kind(
                        "text resource",
                        "'type':'resource','resource':{'uri':'file:///r','text':'t','mimeType':'text/plain','_meta':{}}",
                        "",
                        ""),
                kind("binary resource", "'type':'resource','resource':{'uri':'file:///r','blob':'AAAA'}", "", ""));
    }

    private static AcpAgent agent(SessionRepository repository) {
        return AcpAgent.builder()
                .info("echoing", "1")
                .capabilities(all -> all.promptCapabilities(PromptCapabilities.builder()
                        .image(true)
                        .audio(true)
                        .embeddedContext(true)
                        .build()))
                .sessions(repository)
                .echoUserMessages(true)
                .onPrompt(turn -> {})
                .build();
    }

    private static int prompt(RawClient client, String session, String block) {
        return client.request(
                "session/prompt", "{\"sessionId\":\"" + session + "\",\"prompt\":[" + block.replace('\'', '"') + "]}");
    }

    private static List<JsonNode> echoes(List<JsonNode> updates) {
        return updates.stream()
                .filter(update -> update.path("sessionUpdate").asText().equals("user_message_chunk"))
                .toList();
    }

    private static void expect(RawClient client, String session, String sent, String echoed) {
        int prompt = prompt(client, session, sent);
        List<JsonNode> live = echoes(client.updatesBefore(prompt));
        assertThat(live).hasSize(1);
        JsonNode echo = live.get(0);
        assertThat(echo.get("content")).isEqualTo(RawClient.json(echoed));
        assertThat(echo.get("messageId").isTextual()).isTrue();
        assertThat(echo.properties())
                .extracting(java.util.Map.Entry::getKey)
                .containsOnly("sessionUpdate", "content", "messageId");
        int load = client.request(
                "session/load", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}");
        List<JsonNode> replayed = echoes(client.updatesBefore(load));
        assertThat(replayed.get(replayed.size() - 1)).isEqualTo(echo);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatWasAcceptedIsSentBackWhole(String required, String optional, String wrong) {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                RawClient client = RawClient.initialized(agent(repository))) {
            String session = client.newSession();
            String bare = "{" + required + "}";
            expect(client, session, bare, bare);
            String full = "{" + required + optional + NOTES + "}";
            expect(client, session, full, full);
            expect(client, session, "{" + required + wrong + WRONG + "}", "{" + required + ",'annotations':{}}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'resource','resource':{'uri':'file:///r'}}",
                "{'type':'resource','resource':{'uri':'file:///r','stream':'s'}}",
                "{'type':'resource','resource':{}}",
                "{'type':'video','data':'AAAA'}",
                "{'type':'text'}",
                "{'text':'no type'}"
            })
    void whatCouldNotBeSentBackIsRefused(String block) {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                RawClient client = RawClient.initialized(agent(repository))) {
            int prompt = prompt(client, client.newSession(), block);
            assertThat(client.error(prompt).get("code").asInt()).isEqualTo(-32602);
        }
    }
}
