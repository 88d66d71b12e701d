package io.acp4j.examples.conformance;

import io.acp4j.agent.BranchSessionTool;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.update.Notice;
import io.acp4j.schema.update.NoticeSeverity;
import java.util.Map;
import java.util.TreeMap;

/** The words that are about the session as a whole. */
final class SessionWords {

    private final PromptTurn turn;
    private final SessionRepository repository;

    SessionWords(PromptTurn turn, SessionRepository repository) {
        this.turn = turn;
        this.repository = repository;
    }

    void act(String word, String rest) {
        switch (word) {
            case "branch" -> branch(rest);
            case "keep" -> keep(rest);
            case "kept" -> kept();
            case "compact" -> turn.session().tree().compact("There was a conversation.");
            default -> notifyIfTaken();
        }
    }

    /** A client that has not said that it takes such updates gets none: the library sees to that. */
    private void notifyIfTaken() {
        try {
            turn.update(Notice.of(NoticeSeverity.INFO, "Just so you know"));
        } catch (UnsupportedCapabilityException e) {
            turn.say("you would not have understood");
        }
    }

    private void branch(String count) {
        try {
            RawJson arguments = RawJson.parse("{\"at_message\":" + count + "}");
            turn.say("forked "
                    + new BranchSessionTool(repository)
                            .call(turn, arguments)
                            .fork()
                            .session()
                            .id()
                            .value());
        } catch (AcpErrorException e) {
            turn.say("refused: " + e.getMessage());
        }
    }

    private void keep(String nameAndValue) {
        int blank = nameAndValue.indexOf(' ');
        String name = nameAndValue.substring(0, blank);
        String value = nameAndValue.substring(blank + 1);
        SessionTree tree = turn.session().tree();
        tree.attribute(
                name, SessionAttribute.isKnown(name) ? SessionAttribute.of(name, value) : SessionAttribute.own(value));
        turn.say("kept");
    }

    private void kept() {
        Map<String, String> kept = new TreeMap<>();
        for (Map.Entry<String, SessionAttribute> each :
                turn.session().tree().session().attributes().entrySet()) {
            kept.put(each.getKey(), each.getValue().value().toTree().asText());
        }
        turn.say(RawJson.of(kept).toJson());
    }
}
