package io.acp4j.client.internal.protocol;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The turns of a session, and the permission requests that end with their cancellation. Safe for use by any thread. */
public interface SessionTurns {

    /**
     * Sends a prompt.
     *
     * @param updates takes the updates of the turn; null when nobody looks at them
     */
    Turn prompt(List<? extends ContentBlock> content, @Nullable Meta meta, @Nullable TurnUpdates updates);

    /**
     * Determines the turns that contain an update. Called on the lane of the session before listeners receive the update, so that a turn
     * that a listener starts does not contain it.
     *
     * @return an action that delivers the update to these turns, to be run after the listeners have returned
     */
    Runnable assign(SessionUpdate update);

    /** Returns whether a turn is under way. */
    boolean isRunning();

    /** Returns whether the connection has ended in the middle of a turn. */
    boolean isLost();

    /** Cancels what is under way. */
    void cancel();

    /**
     * Cancels what is pending before a request to close, archive or delete the session.
     *
     * @return an action to run if the request fails; turns continue unless they were cancelled in another way
     */
    Runnable closing();

    /** Ends all turns as cancelled, as the agent has closed, archived or deleted the session. */
    void closed();

    /**
     * Records the turns in progress before a request to load or resume the session.
     *
     * @return an action to run after the response; it ends those of the recorded turns that were cancelled but have not ended
     */
    Runnable reopening();

    /** Ends the turns that can no longer end by themselves, as the session is no longer followed. */
    void forgotten();

    /** Ends what cannot end by itself any more, as the connection has ended. */
    void connectionClosed(CloseReason reason);

    /** Returns the response to a permission request of a turn that has been cancelled; null when it has not been. */
    @Nullable
    CompletableFuture<RequestPermissionResponse> cancelledResponse(RequestPermissionRequest request);

    /** Keeps a permission request until it has a response, so that a cancellation finds it. */
    void add(RequestPermissionRequest request, CompletableFuture<RequestPermissionResponse> response);

    /** A turn that has begun. */
    interface Turn {

        /** Returns the end of the turn; fails with what the connection gives. */
        CompletableFuture<PromptResponse> end();

        /** Returns the message that the prompt became; completes with null where that is not told. */
        CompletableFuture<@Nullable MessageId> inserted();

        /** Asks the agent to end the turn, unless it has ended. */
        void cancel();
    }
}
