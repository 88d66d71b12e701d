package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Modes and configuration options. */
final class OptionScenarios {

    private static final String NOWHERE = "acp4j-no-such-session";
    private static final int METHOD_NOT_FOUND = -32601;
    private static final String NOTHING = "acp4j-no-such-value";

    static final List<Scenario> ALL = List.of(
            scenario("modes/set", "MODE-003 MODE-004 MODE-006", OptionScenarios::modes),
            scenario("modes/as-option", "MODE-011", OptionScenarios::modeAsOption),
            scenario("modes/update", "MODE-005", OptionScenarios::modeUpdate),
            scenario("modes/during-turn", "MODE-007", OptionScenarios::modeDuringTurn),
            scenario("options/set", "CONF-004 CONF-005 CONF-006 CONF-009 CONF-013 CONF-014", OptionScenarios::options),
            scenario("options/boolean", "CONF-007", OptionScenarios::booleans),
            scenario("options/update", "CONF-008", OptionScenarios::optionUpdate),
            scenario("options/during-turn", "CONF-010", OptionScenarios::optionDuringTurn));

    private OptionScenarios() {}

    private static JsonNode made(Link link) throws InterruptedException {
        return link.requestSession(link.newSessionParams()).need("session/new");
    }

    /** One way to ask for a choice. */
    @FunctionalInterface
    private interface Choice {
        Reply set(String value) throws InterruptedException;
    }

    /**
     * Sets one choice after the other until one is accepted, as an agent may refuse what needs something that is not there: a
     * model without a key, a sandbox without its program.
     *
     * @return the first result; the last error when all are refused
     */
    private static Reply firstResult(Collection<String> values, Choice choice) throws InterruptedException {
        Iterator<String> each = values.iterator();
        Reply reply = choice.set(each.next());
        while (!reply.isResult() && each.hasNext()) {
            reply = choice.set(each.next());
        }
        return reply;
    }

    // Modes

    private static Set<String> modeIds(JsonNode state) {
        Set<String> ids = new HashSet<>();
        state.at("/modes/availableModes")
                .forEach(mode -> ids.add(mode.path("id").asText()));
        return ids;
    }

    static Reply setMode(Link link, String session, String mode) throws InterruptedException {
        return link.call("session/set_mode", obj("sessionId", session, "modeId", mode));
    }

    /** Sets the first mode but the current one that is accepted; null when there is no other. Ends the scenario when all are refused. */
    static @Nullable String setOtherMode(Link link, String session, JsonNode modes) throws InterruptedException {
        List<String> others = new ArrayList<>();
        modes.path("availableModes").forEach(mode -> others.add(mode.path("id").asText()));
        others.remove(modes.path("currentModeId").asText());
        if (others.isEmpty()) {
            return null;
        }
        List<String> tried = new ArrayList<>();
        Reply reply = firstResult(others, mode -> {
            tried.add(mode);
            return setMode(link, session, mode);
        });
        if (!reply.need("session/set_mode").isObject()) {
            throw new NotTestable("Nobody knows whether the mode was set: " + reply);
        }
        return tried.get(tried.size() - 1);
    }

    private static void modes(Probe probe) throws InterruptedException {
        Link link = probe.open();
        JsonNode state = made(link);
        String session = state.path("sessionId").asText();
        Set<String> ids = modeIds(state);
        JsonNode current = state.at("/modes/currentModeId");
        List<Reply> refusals = new ArrayList<>();
        for (String id : ids) {
            Reply reply = setMode(link, session, id);
            if (reply.isError()) {
                refusals.add(reply);
            } else {
                probe.check("MODE-003", reply.result().isObject(), "an object for " + id, reply);
            }
        }
        if (refusals.size() == ids.size()) {
            probe.check("MODE-003", ids.isEmpty(), "at least one mode that can be set", refusals);
        }
        Reply unknown = setMode(link, session, NOTHING);
        probe.check("MODE-004", unknown.isError(), "an error", unknown);
        Reply nowhere = setMode(link, NOWHERE, current.asText());
        probe.check("MODE-006", nowhere.isError(), "an error", nowhere);
    }

    /** The response to a change of another option contains all options, also the one that stands for the mode. */
    private static void modeAsOption(Probe probe) throws InterruptedException {
        Link link = probe.open();
        JsonNode state = made(link);
        String session = state.path("sessionId").asText();
        String mode = setOtherMode(link, session, state.path("modes"));
        Attempt attempt = mode == null ? null : change(link, session, state.path("configOptions"));
        if (attempt == null || attempt.reply().isError()) {
            probe.skip("MODE-011", "no other mode or no other option can be set");
            return;
        }
        for (JsonNode option : attempt.reply().result().path("configOptions")) {
            if (option.path("category").asText().equals("mode")
                    && values(option).contains(mode)) {
                probe.check("MODE-011", option.path("currentValue").asText().equals(mode), "the mode " + mode, option);
                return;
            }
        }
        probe.skip("MODE-011", "no option stands for the mode");
    }

    private static void modeUpdate(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("mode").need("current_mode_update");
        Set<String> ids = modeIds(probe.profile().session());
        for (Entry update : turn.updates("current_mode_update")) {
            JsonNode mode = update.at("/params/update/currentModeId");
            probe.check("MODE-005", mode.isTextual() && ids.contains(mode.asText()), "one of " + ids, update);
        }
    }

    private static void modeDuringTurn(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Call running = CancelScenarios.busy(probe, session);
        Reply reply =
                firstResult(modeIds(probe.profile().session()), mode -> setMode(session.link(), session.id(), mode));
        probe.check("MODE-007", reply.isResult(), "a result for at least one mode", reply);
        session.link().notify("session/cancel", session.params());
        running.await();
    }

    // Options

    /** The values that an option of the type select can have, in groups or not. */
    static List<String> values(JsonNode option) {
        List<String> values = new ArrayList<>();
        for (JsonNode choice : option.path("options")) {
            if (choice.path("value").isTextual()) {
                values.add(choice.path("value").asText());
            }
            choice.path("options")
                    .forEach(nested -> values.add(nested.path("value").asText()));
        }
        return values;
    }

    static Reply setOption(Link link, String session, String option, JsonNode value) throws InterruptedException {
        ObjectNode params = obj("sessionId", session, "configId", option, "value", value);
        if (value.isBoolean()) {
            params.put("type", "boolean");
        }
        return link.call("session/set_config_option", params);
    }

    static Set<String> optionIds(JsonNode options) {
        Set<String> ids = new HashSet<>();
        options.forEach(option -> ids.add(option.path("id").asText()));
        return ids;
    }

    static String current(JsonNode options, String id) {
        for (JsonNode option : options) {
            if (option.path("id").asText().equals(id)) {
                return option.path("currentValue").asText();
            }
        }
        return "";
    }

    /**
     * A value of an option.
     *
     * @param option the id of the option
     * @param value the value
     */
    record Chosen(String option, String value) {

        boolean isIn(JsonNode options) {
            return current(options, option).equals(value);
        }

        @Override
        public String toString() {
            return "`" + option + "` being `" + value + "`";
        }
    }

    /**
     * Sets an option to the first value but the current one that is accepted; null when no option has a choice. Ends the scenario when
     * all values are refused, or the option does not change.
     */
    static @Nullable Chosen setOther(Link link, String session, JsonNode options) throws InterruptedException {
        Attempt attempt = change(link, session, options);
        if (attempt == null) {
            return null;
        }
        JsonNode changed = attempt.reply().need("session/set_config_option").path("configOptions");
        if (!attempt.chosen().isIn(changed)) {
            throw NotTestable.error("The option was not set: " + attempt.reply());
        }
        return attempt.chosen();
    }

    /** A request to change an option, and its response. */
    private record Attempt(Chosen chosen, Reply reply) {

        boolean isRefused() {
            return reply.isError() && !reply.isError(METHOD_NOT_FOUND);
        }
    }

    /**
     * Requests each value of each option until the agent accepts one, because the configuration of the agent may fix an option.
     *
     * @return the first request that succeeded; the last one if all were refused; null if no option has a choice
     */
    private static @Nullable Attempt change(Link link, String session, JsonNode options) throws InterruptedException {
        Attempt attempt = null;
        for (JsonNode option : selectables(options)) {
            String current = option.path("currentValue").asText();
            for (String value : values(option)) {
                if (!value.equals(current)) {
                    Chosen chosen = new Chosen(option.path("id").asText(), value);
                    attempt = new Attempt(chosen, setOption(link, session, chosen.option(), node(value)));
                    if (attempt.reply().isResult()) {
                        return attempt;
                    }
                }
            }
        }
        return attempt;
    }

    private static void options(Probe probe) throws InterruptedException {
        Link link = probe.open();
        JsonNode state = made(link);
        String session = state.path("sessionId").asText();
        JsonNode options = state.path("configOptions");
        inSync(probe, state);
        Entry before = link.notify("_acp4j/note", obj());
        Attempt attempt = change(link, session, options);
        if (attempt == null) {
            return;
        }
        Chosen chosen = attempt.chosen();
        Reply reply = attempt.reply();
        if (attempt.isRefused()) {
            probe.open("CONF-004", "the agent refuses each value of each option: " + reply);
        } else {
            JsonNode changed = reply.result().path("configOptions");
            probe.check(
                    "CONF-004",
                    changed.isArray() && optionIds(changed).containsAll(optionIds(options)) && chosen.isIn(changed),
                    "all options, " + chosen,
                    reply);
            if (chosen.isIn(changed)) {
                remainsSet(probe, new Session(link, session), before, chosen, changed);
            }
        }
        Reply noValue = setOption(link, session, chosen.option(), node(NOTHING));
        probe.check("CONF-005", noValue.isError(), "an error", noValue);
        Reply noOption = setOption(link, session, NOTHING, node(chosen.value()));
        probe.check("CONF-006", noOption.isError(), "an error", noOption);
        Reply nowhere = setOption(link, NOWHERE, chosen.option(), node(chosen.value()));
        probe.check("CONF-013", nowhere.isError(), "an error", nowhere);
    }

    /** Sets another option to its current value. The response contains all options, also the one that was set before. */
    private static void remainsSet(Probe probe, Session session, Entry before, Chosen chosen, JsonNode options)
            throws InterruptedException {
        for (JsonNode other : options) {
            String id = other.path("id").asText();
            Reply reply = id.equals(chosen.option())
                    ? null
                    : setOption(session.link(), session.id(), id, other.path("currentValue"));
            if (reply != null && reply.isResult()) {
                JsonNode now = reply.result().path("configOptions");
                boolean announced = session.link().updatesSince(before, session.id()).stream()
                        .map(update -> update.at("/params/update/configOptions"))
                        .anyMatch(update -> update.isArray() && !chosen.isIn(update));
                if (announced) {
                    probe.skip("CONF-014", "the agent announced another value of " + chosen.option());
                } else {
                    probe.check("CONF-014", chosen.isIn(now), chosen + " as it was set", reply);
                }
                return;
            }
        }
        probe.skip("CONF-014", "no other option can be set");
    }

    private static void inSync(Probe probe, JsonNode state) {
        for (JsonNode option : state.path("configOptions")) {
            if (option.path("category").asText().equals("mode")
                    && modeIds(state).contains(state.at("/modes/currentModeId").asText())) {
                probe.check(
                        "CONF-009",
                        option.path("currentValue").equals(state.at("/modes/currentModeId")),
                        "the current mode",
                        option);
                return;
            }
        }
        probe.skip("CONF-009", "the agent does not offer modes both ways");
    }

    /** Returns an option with a choice; null if there is none. */
    static @Nullable JsonNode selectable(JsonNode options) {
        return selectables(options).stream().findFirst().orElse(null);
    }

    private static List<JsonNode> selectables(JsonNode options) {
        List<JsonNode> all = new ArrayList<>();
        for (JsonNode option : options) {
            if (option.path("type").asText().equals("select")
                    && values(option).size() > 1
                    && !option.path("category").asText().equals("mode")) {
                all.add(option);
            }
        }
        return all;
    }

    private static void booleans(Probe probe) throws InterruptedException {
        ObjectNode capabilities = Probe.everything();
        capabilities.remove("session");
        JsonNode options = made(probe.open(capabilities)).path("configOptions");
        boolean offered = false;
        for (JsonNode option : options) {
            offered |= option.path("type").asText().equals("boolean");
        }
        probe.check("CONF-007", !offered, "no option of the type boolean", options);
    }

    private static void optionUpdate(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("config").need("config_option_update");
        Set<String> ids = optionIds(probe.profile().session().path("configOptions"));
        for (Entry update : turn.updates("config_option_update")) {
            JsonNode options = update.at("/params/update/configOptions");
            probe.check("CONF-008", options.isArray() && optionIds(options).containsAll(ids), "all of " + ids, update);
        }
    }

    private static void optionDuringTurn(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        JsonNode options = probe.profile().session().path("configOptions");
        Attempt idle = change(session.link(), session.id(), options);
        if (idle == null) {
            probe.skip("CONF-010", "no option has a choice");
            return;
        }
        if (idle.isRefused()) {
            probe.open("CONF-010", "the agent refuses each value of each option: " + idle.reply());
            return;
        }
        Call running = CancelScenarios.busy(probe, session);
        Attempt attempt = change(session.link(), session.id(), options);
        if (attempt != null) {
            probe.check("CONF-010", attempt.reply().isResult(), "a result for at least one value", attempt.reply());
        }
        session.link().notify("session/cancel", session.params());
        running.await();
    }
}
