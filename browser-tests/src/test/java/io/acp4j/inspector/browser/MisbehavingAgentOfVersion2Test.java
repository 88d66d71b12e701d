package io.acp4j.inspector.browser;

import com.microsoft.playwright.Page;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.AgentCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent of version 2 that breaks rules which only version 2 has, as a person meets it who has five minutes. */
class MisbehavingAgentOfVersion2Test extends BrowserTest {

    /** Knows one session, and never ends its turn. */
    private static final String AGENT = """
            result() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$1"; }
            update() { printf '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"%s","update":%s}}\\n' "$1" "$2"; }
            while read -r line; do
              id=$(printf %s "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
              case $line in
              *'"initialize"'*)
                result '{"protocolVersion":2,"info":{"name":"odd-agent","version":"1"},"capabilities":{"session":{}}}' ;;
              *'"session/list"'*)
                result '{"sessions":[]}' ;;
              *'"session/new"'*)
                result '{"sessionId":"s"}'
                update s '{"sessionUpdate":"state_update","state":"idle"}' ;;
              *'"session/prompt"'*)
                result '{"messageId":"u1"}'
                update s '{"sessionUpdate":"user_message","messageId":"u1","content":[{"type":"text","text":"hello"}]}'
                update s '{"sessionUpdate":"state_update","state":"running"}'
                update s '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"without an id"}}'
                update s '{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"with an id"}}'
                update other '{"sessionUpdate":"agent_message_chunk","messageId":"a2","content":{"type":"text","text":"elsewhere"}}'
                update s '{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}'
                update s '{"sessionUpdate":"state_update","state":"dancing"}' ;;
              esac
            done
            """;

    private AgentSource oddAgent() throws Exception {
        Path script = Files.writeString(directory.resolve("odd-agent.sh"), AGENT);
        return new AgentSource(
                "odd-agent",
                directory,
                errors -> AgentCommand.of("/bin/sh", script.toString())
                        .transport()
                        .onStderrLine(errors)
                        .launch(),
                ProtocolVersion.V2);
    }

    @Test
    void whatItBreaksIsFoundWhatItSaysIsShownAndItsTurnIsLeftToIt() throws Exception {
        try (Another odd = another(oddAgent())) {
            odd.agent().connect().join();
            page.open(odd.address()).connected().newSession().send("hello");

            page.seesText(page.entries("agent").last(), "with an id");
            page.counts(page.entries("agent"), 1);
            page.tab("Findings");
            for (String broken : List.of("V2-UPD-003", "V2-UPD-019", "V2-EXT-002")) {
                page.sees(page.page().locator("x-findings .finding", new Page.LocatorOptions().setHasText(broken)));
            }
            Screens.of(page, "Traffic", "broken-v2");

            page.tab("Frames");
            page.page().locator(".composer .stop").click();
            page.sees(page.frame("session/cancel"));
            page.seesText(page.page().locator(".outcome"), "has not ended the turn");
            page.picture("broken-v2-cancel");
        }
    }
}
