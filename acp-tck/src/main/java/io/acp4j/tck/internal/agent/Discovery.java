package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Dialect;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gets to know the subject, so that what it does not offer is not asked for. */
public final class Discovery {

    static final String ANSWER = "tck-vocabulary:";

    private static final int UNSUPPORTED_VERSION = -32022;
    private static final int NEEDS_AUTHENTICATION = -32000;

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private Discovery() {}

    /** Asks the subject about itself, in the version that the probe is for. */
    public static Profile explore(Probe probe) throws InterruptedException {
        Settings settings = probe.settings();
        Link link = probe.connect();
        Dialect dialect = probe.dialect();
        Reply initialized = link.initialize(dialect.version(), dialect.everything());
        if (!initialized.isResult()) {
            return Profile.unknown(cause("initialize", initialized, link), dialect.version());
        }
        JsonNode version = initialized.result().path("protocolVersion");
        if (dialect != Dialect.V1 && version.asInt() != dialect.version()) {
            return Profile.unknown(
                    "the subject does not speak version " + dialect.version() + ": it responded with " + version,
                    dialect.version());
        }
        Call creation = link.start("session/new", link.newSessionParams());
        Reply created = creation.await();
        boolean authRequired = created.isError(NEEDS_AUTHENTICATION);
        if (authRequired && settings.authMethod() != null) {
            link.call(dialect.login(), Json.obj("methodId", settings.authMethod()));
            creation = link.start("session/new", link.newSessionParams());
            created = creation.await();
        }
        Pace pace = Pace.UNKNOWN.withResponse(created.millisAfter(creation));
        JsonNode id = created.result().path("sessionId");
        if (!id.isTextual()) {
            String trouble = cause("session/new", created, link);
            if (authRequired && settings.authMethod() == null) {
                trouble = "the subject needs authentication, and the kit was not told which of its methods it may use"
                        + " (--auth-method, one of " + methods(initialized.result()) + ")";
            }
            return profile(initialized, created, null, link, authRequired, trouble, trouble, pace)
                    .withTokens(probe.own().hasToken(), probe.own().hasSecondToken());
        }
        Session session = new Session(link, id.asText());
        Call prompt = session.start("tck: vocabulary");
        Turn turn = session.finish(prompt);
        String trouble = turn.reply().isResult() ? null : cause("session/prompt", turn.reply(), link);
        if (trouble == null && turn.end() == null && !dialect.endsWithResponse()) {
            trouble = notIdle(session);
        }
        pace = pace.withTurn(
                turn.end() == null
                        ? turn.reply().millisAfter(prompt)
                        : turn.end().millis() - prompt.sent().millis());
        return profile(initialized, created, turn, link, authRequired, null, trouble, pace)
                .withTokens(probe.own().hasToken(), probe.own().hasSecondToken());
    }

    /** Returns a description of a turn that did not end, with the last reported state of the session. */
    private static String notIdle(Session session) {
        String state = session.link().entries().stream()
                .filter(entry -> entry.isFromSubject()
                        && entry.update().equals("state_update")
                        && entry.session().equals(session.id()))
                .map(entry -> "its last state was `"
                        + entry.at("/params/update/state").asText() + "`")
                .reduce("it sent no state_update", (earlier, later) -> later);
        return "the subject responded to a prompt and did not become idle: " + state;
    }

    /** Returns which versions the subject speaks and how to certify it in them; empty when it did not refuse version 1 in their favour. */
    static String otherVersions(Reply reply) {
        JsonNode supported = reply.at("/error/data/supported");
        boolean later = reply.isError(UNSUPPORTED_VERSION) && supported.isArray() && !supported.isEmpty();
        for (JsonNode version : supported) {
            later &= version.isIntegralNumber() && version.asLong() > 1;
        }
        return later
                ? "the subject does not speak version 1 of the protocol, but " + supported
                        + ": --protocol 2 certifies it in version 2"
                : "";
    }

    /** Returns, in one line, what kept the kit from getting to know the subject. */
    private static String cause(String method, Reply reply, Link link) {
        if (reply.isError(NEEDS_AUTHENTICATION)) {
            return "the subject needs authentication for " + method + ": " + reply;
        }
        if (!otherVersions(reply).isEmpty()) {
            return otherVersions(reply);
        }
        if (reply.came()) {
            return "the subject responded to " + method + " with what is no result: " + reply;
        }
        String end = link.end();
        return end == null
                ? "the subject is silent: " + method + " got " + reply
                : "the subject crashed or ended at " + method + ": " + end;
    }

    private static List<String> methods(JsonNode initialized) {
        List<String> ids = new ArrayList<>();
        initialized
                .path("authMethods")
                .forEach(method ->
                        ids.add(method.path("id").asText(method.path("methodId").asText())));
        return ids;
    }

    private static Profile profile(
            Reply initialized,
            Reply created,
            @Nullable Turn turn,
            Link link,
            boolean authRequired,
            @Nullable String sessionTrouble,
            @Nullable String promptTrouble,
            Pace pace) {
        boolean messageIds = turn != null
                && turn.updates().stream()
                        .anyMatch(
                                update -> update.at("/params/update/messageId").isTextual());
        return new Profile(
                initialized.result(),
                created.result(),
                turn == null ? null : vocabulary(turn.said()),
                messageIds,
                link.isStream(),
                authRequired,
                null,
                sessionTrouble,
                promptTrouble,
                pace,
                link.dialect().version(),
                link.isHttp(),
                false,
                false);
    }

    private static @Nullable Set<String> vocabulary(String said) {
        int start = said.indexOf(ANSWER);
        // An agent that repeats what it hears does not say what was asked for, which the question does not contain.
        if (start < 0) {
            return null;
        }
        String words =
                said.substring(start + ANSWER.length()).lines().findFirst().orElse("");
        return BLANKS.splitAsStream(words.strip()).collect(Collectors.toCollection(TreeSet::new));
    }
}
