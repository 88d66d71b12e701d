package io.acp4j.examples.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.proxy.AcpProxy;
import io.acp4j.proxy.CallInterceptor;
import io.acp4j.schema.method.Methods;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Puts a text before the first prompt of every session, whatever client and agent there are: {@code SystemPromptProxy "Answer
 * in rhymes" my-agent --acp}.
 */
public final class SystemPromptProxy {

    /** How many sessions are remembered; beyond, the one that began first would be given the text anew. */
    private static final int MAX_SESSIONS = 10_000;

    private SystemPromptProxy() {}

    // snippet:proxy
    /** Makes a proxy that adds a system prompt and lets everything else pass as it is. */
    static AcpProxy create(String systemPrompt) {
        Set<String> begun = boundedSet();
        return AcpProxy.builder()
                .fromClient(Methods.SESSION_PROMPT, CallInterceptor.rewriting(params -> {
                    if (begun.add(params.path("sessionId").asText())) {
                        putFirst(params, systemPrompt);
                    }
                    return params;
                }))
                .build();
    }

    private static void putFirst(JsonNode params, String text) {
        if (params.path("prompt") instanceof ArrayNode blocks) {
            blocks.insertObject(0).put("type", "text").put("text", text);
        }
    }
    // end

    private static Set<String> boundedSet() {
        return Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > MAX_SESSIONS;
            }
        }));
    }

    /**
     * Serves the client on this process's own streams.
     *
     * @param args the text, and the command that starts the agent
     * @throws InterruptedException when the process is told to end
     */
    public static void main(String[] args) throws InterruptedException {
        String[] agent = Arrays.copyOfRange(args, 1, args.length);
        // snippet:connect
        create(args[0])
                .connect(StdioTransport.ofProcessStreams(), StdioTransport.launch(agent))
                .awaitClosed();
        // end
    }
}
