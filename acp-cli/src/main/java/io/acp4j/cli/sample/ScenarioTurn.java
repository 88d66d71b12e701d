package io.acp4j.cli.sample;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.TerminalUpdate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A turn whose text is streamed in chunks, at the speed of the agent. */
final class ScenarioTurn {

    /** The end of a chunk: the first white space after at least 24 characters, or the end of the text. */
    private static final Pattern CHUNK = Pattern.compile("(?s).{1,24}\\S*\\s*");

    private final PromptTurn turn;
    private final Pacing pacing;
    private final Runnable crash;

    ScenarioTurn(PromptTurn turn, Pacing pacing, Runnable crash) {
        this.turn = turn;
        this.pacing = pacing;
        this.crash = crash;
    }

    PromptTurn turn() {
        return turn;
    }

    AgentSession session() {
        return turn.session();
    }

    /** Streams text to the user. */
    void say(String text) throws InterruptedException {
        Matcher chunks = CHUNK.matcher(text);
        while (chunks.find()) {
            turn.say(chunks.group());
            pause(pacing.chunkMillis());
        }
    }

    /** Streams text that is a complete message. */
    void sayMessage(String text) throws InterruptedException {
        say(text);
        turn.endMessage();
    }

    /** Sends content other than text. */
    void say(ContentBlock content) throws InterruptedException {
        turn.say(content);
        pause(pacing.chunkMillis());
    }

    /** Streams a thought. */
    void think(String text) throws InterruptedException {
        Matcher chunks = CHUNK.matcher(text);
        while (chunks.find()) {
            turn.think(chunks.group());
            pause(pacing.chunkMillis());
        }
    }

    /** Shows a tool call that runs for the time of a step. The caller settles it. */
    ToolCallHandle run(String title, ToolKind kind, String... locations) throws InterruptedException {
        ToolCallHandle call = turn.toolCall(title, kind);
        for (String location : locations) {
            call.location(path(location), 1L);
        }
        call.inProgress();
        pauseStep();
        return call;
    }

    /** Waits for the time that a tool takes, unless the turn is cancelled. */
    void pauseStep() throws InterruptedException {
        pause(pacing.stepMillis());
    }

    private void pause(long millis) throws InterruptedException {
        if (millis > 0) {
            Thread.sleep(millis);
        }
        turn.cancellation().throwIfCancelled();
    }

    boolean isPaced() {
        return pacing != Pacing.IMMEDIATE;
    }

    /** Returns the absolute path of a file in the working directory, in the notation of the client. */
    String path(String file) {
        String directory = session().cwd();
        String separator = directory.contains("\\") ? "\\" : "/";
        return (directory.endsWith(separator) ? directory : directory + separator) + file.replace("/", separator);
    }

    /** Returns true if terminals belong to the agent, as in version 2 of the protocol. */
    boolean hasAgentTerminals() {
        return session().supports(TerminalUpdate.of(new TerminalId("any")));
    }

    /** Ends the process of the agent, or, if the agent is served in this process, its connection. */
    void crash() {
        crash.run();
    }
}
