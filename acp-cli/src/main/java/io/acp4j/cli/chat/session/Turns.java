package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for the ends of turns, shows progress, and lets the user stop the agent. */
final class Turns {

    private final Screen screen;
    private final ConversationView view;

    Turns(Screen screen, ConversationView view) {
        this.screen = screen;
        this.view = view;
    }

    void run(ClientSession session, CompletableFuture<PromptResponse> turn) {
        StopReason reason;
        Screen.Work work = screen.working("working", session::cancel);
        try {
            reason = turn.join().stopReason();
        } catch (CompletionException e) {
            if (e.getCause() instanceof AcpException failure) {
                throw failure;
            }
            throw e;
        } finally {
            work.close();
            view.rest();
            screen.endLine();
        }
        if (!reason.equals(StopReason.END_TURN)) {
            screen.line("(" + reason + ")", Style.DIM);
        }
    }
}
