package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import java.util.ArrayList;
import java.util.List;

/** A client of either version, which takes responses in any order. */
final class PipelinedClient implements AutoCloseable {
    private final RawClient raw;
    private final int version;
    private final List<JsonNode> frames = new ArrayList<>();

    /** Where the frames begin in which no end of a turn has been looked for yet. */
    private int unseen;

    PipelinedClient(AcpAgent agent, int version) {
        this.raw = RawClient.connect(agent);
        this.version = version;
        result(request("initialize", "{'protocolVersion':" + version + ",'info':{'name':'raw','version':'1'}}"));
    }

    /** Returns the client below. */
    RawClient raw() {
        return raw;
    }

    /** Returns what has come. */
    List<JsonNode> frames() {
        return frames;
    }

    int request(String method, String params) {
        return raw.request(method, params.replace('\'', '"'));
    }

    int about(String method, String session, String more) {
        return request(method, "{'sessionId':'" + session + "'" + more + "}");
    }

    /** Opens a session again, with its history or without. */
    int open(String session, boolean replay) {
        String where = ",'cwd':'/project','mcpServers':[]";
        if (version == 1) {
            return about(replay ? "session/load" : "session/resume", session, where);
        }
        return about("session/resume", session, where + (replay ? ",'replayFrom':{'type':'start'}" : ""));
    }

    int prompt(String session, String text) {
        return about("session/prompt", session, ",'prompt':[{'type':'text','text':'" + text + "'}]");
    }

    JsonNode response(int id) {
        while (true) {
            for (JsonNode frame : frames) {
                if (!frame.has("method") && frame.path("id").asInt(-1) == id) {
                    return frame;
                }
            }
            frames.add(raw.next());
        }
    }

    JsonNode result(int id) {
        JsonNode response = response(id);
        assertThat(response.has("result")).as(response.toString()).isTrue();
        return response.get("result");
    }

    String reason(int id) {
        JsonNode response = response(id);
        assertThat(response.has("error")).as(response.toString()).isTrue();
        return response.at("/error/data/reason").asText();
    }

    /** Returns how a turn ended; to be asked of all turns, in their order. */
    String end(int prompt) {
        JsonNode result = result(prompt);
        if (version == 1) {
            return result.get("stopReason").asText();
        }
        while (true) {
            while (unseen < frames.size()) {
                JsonNode reason = frames.get(unseen++).at("/params/update/stopReason");
                if (reason.isTextual()) {
                    return reason.asText();
                }
            }
            frames.add(raw.next());
        }
    }

    /** Returns the agent's texts in what has come. */
    String said() {
        StringBuilder said = new StringBuilder();
        for (JsonNode frame : frames) {
            if (frame.at("/params/update/sessionUpdate").asText().equals("agent_message_chunk")) {
                said.append(frame.at("/params/update/content/text").asText());
            }
        }
        return said.toString();
    }

    /** Makes a session with one turn. */
    String session(String prompt) {
        String made = result(request("session/new", "{'cwd':'/project','mcpServers':[]}"))
                .get("sessionId")
                .asText();
        assertThat(end(prompt(made, prompt))).isEqualTo("end_turn");
        return made;
    }

    @Override
    public void close() {
        raw.closeAndWait();
    }
}
