package io.acp4j.inspector.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What the inspector replies late, or not at all, neither takes away what its user does meanwhile nor gets in the way of it. */
class LateRepliesTest extends BrowserTest {

    private static final Predicate<JsonNode> REPLY =
            message -> message.path("t").asText().equals("reply");

    private HeldMessages messages() {
        HeldMessages messages = new HeldMessages(page);
        connected();
        return messages;
    }

    /** Sends a prompt whose reply is on its way. */
    private void sends(HeldMessages messages, String prompt) {
        messages.hold(REPLY);
        page.prompt().fill(prompt);
        page.prompt().press("Enter");
        messages.holdsBack(REPLY);
    }

    @Test
    void whoPressesEnterTwiceSendsOnce() {
        HeldMessages messages = messages();
        page.newSession();
        sends(messages, "one");
        page.prompt().press("Enter");
        messages.release();
        page.seesText(page.entries("agent").last(), "I have heard: one");
        page.idle();
        page.ask("two");
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
        page.counts(page.entries("user"), 2);
    }

    @Test
    void whatIsWrittenWhileAPromptIsOnItsWayIsKept() {
        HeldMessages messages = messages();
        page.newSession();
        sends(messages, "one");
        page.prompt().fill("two");
        messages.release();
        messages.settled();
        page.hasValue(page.prompt(), "two");
    }

    @Test
    void whatIsWrittenInAnotherSessionIsKept() {
        HeldMessages messages = messages();
        page.newSession();
        page.prompt().fill("half of a prompt");
        page.newSession();
        sends(messages, "one");
        page.sessions().first().click();
        page.hasValue(page.prompt(), "half of a prompt");
        messages.release();
        messages.settled();
        page.hasValue(page.prompt(), "half of a prompt");
    }

    @Test
    void aPromptWithoutAReplyIsADraftAgain() {
        HeldMessages messages = messages();
        page.newSession();
        sends(messages, "one");
        page.prompt().fill("two");
        messages.cut();
        page.hasValue(page.prompt(), "one\n\ntwo");
    }

    @Test
    void aMenuIsNotShownOverAnotherConversation() {
        HeldMessages messages = messages();
        page.newSession().ask("one");
        page.newSession().ask("two");
        messages.hold(REPLY);
        page.entries("user").first().hover();
        page.entries("user").first().locator("> .more").click();
        messages.holdsBack(REPLY);
        page.sessions().first().click();
        page.seesText(page.entries("user").first(), "one");
        messages.release();
        messages.settled();
        page.counts(page.page().locator("x-menu"), 0);
    }

    @Test
    void theMatrixAsksAgainForWhatWasLostWithAConnection() {
        HeldMessages messages = messages().hold(REPLY);
        new MatrixView(page).open();
        messages.holdsBack(REPLY);
        messages.cut();
        messages.passes(REPLY);
    }
}
