package io.acp4j.cli.chat.session;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.branching.ForkPoint;
import java.util.function.Supplier;

/** The points and results of forks, with reasons that apply to the console. */
final class ChatForks {

    private ChatForks() {}

    /** Returns the point after a message. For the last message this is the end if no other point denotes it. */
    static ForkPoint after(TranscriptMessage message, ClientSession session) {
        try {
            return session.forks().at(message);
        } catch (NoForkPointException e) {
            boolean isLast = session.forks().messages().stream().noneMatch(other -> other.index() > message.index());
            if (isLast && !session.isTurnInProgress()) {
                return ForkPoint.end();
            }
            throw e;
        }
    }

    /** Returns the result of a fork. The exception for an agent without such forks states that, and not the missing fork point. */
    static <T> T made(AcpClient client, Supplier<T> fork) {
        try {
            return fork.get();
        } catch (NoForkPointException e) {
            if (client.forkCapability().supportsMessages()) {
                throw e;
            }
            throw new ChatException(
                    client.forkCapability().mechanisms().isEmpty()
                            ? "This agent cannot fork sessions."
                            : "This agent forks whole sessions only, not at a message. Enter /fork without a number.");
        }
    }
}
