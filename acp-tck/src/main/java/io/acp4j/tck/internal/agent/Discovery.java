package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Json;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gets to know the subject, so that what it does not offer is not asked for. */
final class Discovery {

    static final String ANSWER = "tck-vocabulary:";

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private Discovery() {}

    static Profile explore(Probe probe) throws InterruptedException {
        Settings settings = probe.settings();
        Link link = probe.connect();
        Reply initialized = link.initialize(1, Probe.everything());
        if (!initialized.isResult()) {
            return Profile.unknown("the subject did not answer initialize: " + initialized);
        }
        Reply created = link.call("session/new", link.newSessionParams());
        boolean authRequired = created.isError(-32000);
        if (authRequired && settings.authMethod() != null) {
            link.call("authenticate", Json.obj("methodId", settings.authMethod()));
            created = link.call("session/new", link.newSessionParams());
        }
        JsonNode id = created.result().path("sessionId");
        if (!id.isTextual()) {
            String trouble = "the subject made no session: " + created;
            return profile(initialized, created, null, link, authRequired, trouble, trouble);
        }
        Turn turn = link.act(id.asText(), "vocabulary");
        String trouble = turn.reply().isResult() ? null : "the subject did not answer a prompt: " + turn.reply();
        return profile(initialized, created, turn, link, authRequired, null, trouble);
    }

    private static Profile profile(
            Reply initialized,
            Reply created,
            @Nullable Turn turn,
            Link link,
            boolean authRequired,
            @Nullable String sessionTrouble,
            @Nullable String promptTrouble) {
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
                promptTrouble);
    }

    private static @Nullable Set<String> vocabulary(String said) {
        int start = said.indexOf(ANSWER);
        // An agent that repeats what it hears does not say the answer, which the question does not contain.
        if (start < 0) {
            return null;
        }
        String words =
                said.substring(start + ANSWER.length()).lines().findFirst().orElse("");
        return BLANKS.splitAsStream(words.strip()).collect(Collectors.toCollection(TreeSet::new));
    }
}
