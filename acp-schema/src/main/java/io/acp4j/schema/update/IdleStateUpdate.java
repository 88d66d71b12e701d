package io.acp4j.schema.update;

import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * It waits for the next prompt.
 *
 * @param stopReason why it stopped, {@link #ERROR} among them; null when not told
 * @param error what failed, when it stopped with an error; null when not told
 * @param usage how many tokens its work took; null when not told
 * @param background what runs besides, all of it; null when the agent does not report that
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/subagents#current-work-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record IdleStateUpdate(
        @Nullable StopReason stopReason,
        @Nullable ErrorObject error,
        @Nullable Usage usage,
        @Unstable("protocol-version-2") @Nullable List<BackgroundWork> background,
        @Nullable Meta meta)
        implements StateUpdate {

    /** Reads and writes the object, without the discriminator that {@link StateUpdate#CODEC} adds. */
    public static final ObjectCodec<IdleStateUpdate> CODEC = ObjectCodec.of("IdleStateUpdate", type -> {
        var stopReason = type.lenient("stopReason", StopReason.CODEC, IdleStateUpdate::stopReason);
        var error = type.lenient("error", ErrorObject.CODEC, IdleStateUpdate::error);
        var usage = type.lenient("usage", Usage.CODEC, IdleStateUpdate::usage);
        var background = type.isV2()
                ? type.nullableLenientList("background", BackgroundWork.CODEC, IdleStateUpdate::background)
                : type.<List<BackgroundWork>>absent(null);
        var meta = type.lenient("_meta", Meta.CODEC, IdleStateUpdate::meta);
        return in -> new IdleStateUpdate(
                in.find(stopReason), in.find(error), in.find(usage), in.find(background), in.find(meta));
    });

    /** Copies the list. */
    public IdleStateUpdate {
        background = background == null ? null : List.copyOf(background);
    }

    /** It failed; the other reasons are those of turns. */
    public static final StopReason ERROR = new StopReason("error");

    /**
     * Makes a state of work that ended.
     *
     * @param stopReason why it stopped
     * @return the state
     */
    public static IdleStateUpdate of(StopReason stopReason) {
        return new IdleStateUpdate(stopReason, null, null, null, null);
    }

    /**
     * Makes a state of work that failed.
     *
     * @param error what failed
     * @return the state
     */
    public static IdleStateUpdate failed(ErrorObject error) {
        return new IdleStateUpdate(ERROR, error, null, null, null);
    }
}
