package io.acp4j.interop.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.Cost;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.List;
import java.util.Map;

/** The scripts about the session's state and about how turns end. */
final class SessionScripts {

    private SessionScripts() {}

    static Map<String, Script> all() {
        return Map.of(
                "updates", SessionScripts::updates,
                "slow", SessionScripts::slow,
                "fail", SessionScripts::fail,
                "crash", SessionScripts::crash,
                "late", SessionScripts::late,
                "stop", turn -> turn.turn().stop(new StopReason(turn.rest())));
    }

    private static void updates(ScriptedTurn turn) {
        StoredSession session = turn.session();
        SessionModeId code = new SessionModeId("code");
        String title = "A scripted title";
        session.title(title);
        session.mode(code);
        session.set(new SessionConfigId("model"), SessionConfigValue.of(new SessionConfigValueId("large")));
        turn.update(
                AvailableCommandsUpdate.of(List.of(AvailableCommand.of("updates", "Sends one update of each kind"))));
        turn.update(CurrentModeUpdate.of(code));
        turn.update(ConfigOptionUpdate.of(session.configOptions()));
        turn.update(new SessionInfoUpdate(Patch.of(title), Patch.of(StoredSession.UPDATED_AT), Patch.unchanged()));
        turn.update(new UsageUpdate(1200, 200_000, Patch.of(new Cost(0.25, "USD", null)), null));
        turn.say("updated");
    }

    private static void slow(ScriptedTurn turn) {
        turn.say("waiting");
        turn.turn().cancellation().whenCancelled().toCompletableFuture().join();
        turn.say("stopping");
    }

    private static void fail(ScriptedTurn turn) {
        throw new AcpErrorException(new ErrorObject(
                new ErrorCode(-32099),
                "Scripted failure",
                RawJson.parse("{\"reason\":\"fail\",\"detail\":[1,null,\"x\"]}")));
    }

    private static void crash(ScriptedTurn turn) {
        System.err.println("scripted crash");
        Runtime.getRuntime().halt(3);
    }

    private static void late(ScriptedTurn turn) {
        turn.turn().afterResponse(() -> turn.turn().session().update(AgentMessageChunk.text(null, "too late")));
    }
}
