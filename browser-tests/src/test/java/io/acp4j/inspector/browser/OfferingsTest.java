package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.FilePayload;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.elicitation.BooleanPropertySchema;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationSessionScope;
import io.acp4j.schema.elicitation.EnumOption;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.IntegerPropertySchema;
import io.acp4j.schema.elicitation.MultiSelectPropertySchema;
import io.acp4j.schema.elicitation.NumberPropertySchema;
import io.acp4j.schema.elicitation.StringMultiSelectItems;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.mode.SessionMode;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What agents offer besides conversations: modes, options, ways to authenticate, forms, addresses. */
class OfferingsTest extends BrowserTest {

    private void with(AcpAgentBuilder builder, Runnable then) throws Exception {
        try (ScriptedAgent other = new ScriptedAgent(builder.build());
                Another second = another(other.source(directory))) {
            second.agent().connect().join();
            page.open(second.address()).connected();
            then.run();
        }
    }

    private static AcpAgentBuilder bare() {
        return AcpAgent.builder().info("bare-agent", "1.0").onPrompt(turn -> turn.say("hello"));
    }

    private static AcpAgentBuilder withOptions() {
        return bare().configOptions(
                        SessionConfigSelect.of(
                                new SessionConfigId("model"),
                                "Model",
                                new SessionConfigValueId("small"),
                                SessionConfigSelectOptions.of(
                                        SessionConfigSelectOption.of(new SessionConfigValueId("small"), "Small"),
                                        SessionConfigSelectOption.of(new SessionConfigValueId("large"), "Large"))),
                        SessionConfigBoolean.of(new SessionConfigId("web"), "Search the web", false));
    }

    private Locator select(String name) {
        return page.page()
                .locator(".setting", new com.microsoft.playwright.Page.LocatorOptions().setHasText(name))
                .locator("select, input");
    }

    @Test
    void optionsAreSet() throws Exception {
        with(withOptions(), () -> {
            page.newSession();
            select("Model").selectOption("Large");
            page.counts(page.frame("session/set_config_option"), 2);
            isChosen("Model", "Large");
            select("Search the web").check();
            page.counts(page.frame("session/set_config_option"), 4);
            page.isChecked(select("Search the web"));
            page.picture("options");
            page.page().reload();
            page.sees(select("Model"));
            isChosen("Model", "Large");
            page.isChecked(select("Search the web"));
        });
    }

    @Test
    void whatAnAgentRefusesIsNotShownAsSet() throws Exception {
        AcpAgentBuilder refusing = withOptions()
                .modes(
                        SessionMode.of(new SessionModeId("ask"), "Ask"),
                        SessionMode.of(new SessionModeId("code"), "Code"))
                .onSetMode((request, session) -> {
                    throw AcpErrorException.internalError("not this mode");
                })
                .onSetConfigOption((request, session) -> {
                    throw AcpErrorException.internalError("not this value");
                });
        with(refusing, () -> {
            page.newSession();
            select("Ask").selectOption("Code");
            page.seesText(page.page().locator(".toast.bad"), "not this mode");
            isChosen("Ask", "Ask");
            select("Model").selectOption("Large");
            page.seesText(page.page().locator(".toast.bad"), "not this value");
            isChosen("Model", "Small");
            select("Search the web").click();
            page.page().waitForFunction("() => !document.querySelector('.setting input').checked");
            page.counts(page.frame("session/set_config_option"), 4);
        });
    }

    private void isChosen(String name, String value) {
        page.page()
                .waitForFunction(
                        "([name, value]) => [...document.querySelectorAll('.setting')]"
                                + ".find(each => each.textContent.includes(name)).querySelector('select')"
                                + ".selectedOptions[0].text === value",
                        List.of(name, value));
    }

    @Test
    void usersAuthenticate() throws Exception {
        AtomicBoolean isKnown = new AtomicBoolean();
        AcpAgentBuilder closed = bare().onAuthenticate(
                        List.of(AuthMethodAgent.of(new AuthMethodId("sso"), "Company account")),
                        (request, context) -> isKnown.set(true));
        with(closed, () -> {
            page.button("Authenticate: Company account").click();
            page.seesText(page.page().locator(".toast"), "Authenticated.");
            assertThat(isKnown).isTrue();
            page.sees(page.frame("authenticate").first());
        });
    }

    private static void form(PromptTurn turn) {
        ElicitationSchema schema = ElicitationSchema.builder()
                .required("yes", BooleanPropertySchema.builder().title("Really").build())
                .required(
                        "count",
                        IntegerPropertySchema.builder()
                                .title("How many")
                                .minimum(1L)
                                .maximum(9L)
                                .build())
                .required(
                        "share",
                        NumberPropertySchema.builder().title("How much").build())
                .required(
                        "colour",
                        StringPropertySchema.builder()
                                .title("Colour")
                                .options(List.of(EnumOption.of("r", "Red"), EnumOption.of("g", "Green")))
                                .build())
                .required(
                        "days",
                        MultiSelectPropertySchema.builder(
                                        StringMultiSelectItems.of(List.of("Monday", "Tuesday", "Friday")))
                                .title("Days")
                                .build())
                .build();
        var response = turn.client()
                .elicit(FormElicitationRequest.of(
                        new ElicitationSessionScope(turn.session().id(), null), "What do you want?", schema));
        turn.say(
                response instanceof ElicitationAccepted accepted
                        ? "Got: " + new TreeMap<>(accepted.content())
                        : response.getClass().getSimpleName());
    }

    @Test
    void formsHaveAFieldForEachKind() throws Exception {
        with(AcpAgent.builder().info("asking-agent", "1.0").onPrompt(OfferingsTest::form), () -> {
            page.newSession().send("go");
            Locator question = page.question();
            page.seesText(question, "What do you want?");
            question.getByLabel("Really").check();
            question.getByLabel("How many").fill("12");
            question.getByLabel("How much").fill("0.5");
            question.getByLabel("Colour").selectOption("Green");
            question.getByLabel("Monday").check();
            question.getByLabel("Friday").check();
            question.locator("button[type=submit]").click();
            page.sees(question.locator(".fault"));
            page.picture("form-kinds");
            // What was filled in is still there.
            page.isChecked(question.getByLabel("Really"));
            page.hasValue(question.getByLabel("Colour"), "g");
            page.isChecked(question.getByLabel("Friday"));
            assertThat(question.getByLabel("Tuesday").isChecked()).isFalse();
            question.getByLabel("How many").fill("3");
            question.locator("button[type=submit]").click();
            page.seesText(page.entries("agent").last(), "Got: ");
            String said = page.entries("agent").last().textContent();
            assertThat(said)
                    .contains("true", "3", "0.5", "g", "Monday", "Friday")
                    .doesNotContain("Tuesday");

            page.idle();
            page.send("again");
            page.button("Decline").click();
            page.seesText(page.entries("agent").last(), "ElicitationDeclined");
        });
    }

    @Test
    void addressesAreShownAndNotOpened() throws Exception {
        AcpAgentBuilder asking = AcpAgent.builder().info("asking-agent", "1.0").onPrompt(turn -> {
            var response = turn.client()
                    .elicit(UrlElicitationRequest.of(
                            new ElicitationSessionScope(turn.session().id(), null),
                            "Sign in, please",
                            new ElicitationId("e1"),
                            "https://example.com/sign-in"));
            turn.say(response.getClass().getSimpleName());
        });
        with(asking, () -> {
            page.newSession().send("go");
            page.seesText(page.question(), "Sign in, please");
            page.seesText(page.question(), "https://example.com/sign-in");
            page.counts(page.question().locator("a"), 0);
            page.picture("url");
            page.button("I have opened it").click();
            page.seesText(page.entries("agent").last(), "ElicitationAccepted");
            page.idle();
            page.send("again");
            page.button("Decline").click();
            page.seesText(page.entries("agent").last(), "ElicitationDeclined");
        });
    }

    @Test
    void imagesThatAnAgentDoesNotTakeAreWarnedOf() throws Exception {
        with(bare(), () -> {
            page.newSession();
            page.page().locator(".composer input[type=file]").setInputFiles(new FilePayload[] {
                new FilePayload("dot.png", "image/png", new byte[] {1, 2, 3}),
                new FilePayload("hum.wav", "audio/wav", new byte[] {1, 2, 3}),
                new FilePayload("a.txt", "text/plain", new byte[] {'a'})
            });
            page.counts(page.page().locator(".composer .chip"), 3);
            page.counts(page.page().locator(".composer .chip.warn"), 2);
            page.seesText(page.page().locator(".chip.warn").first(), "does not advertise promptCapabilities.image");
            page.seesText(page.page().locator(".chip.warn").last(), "does not advertise promptCapabilities.audio");
            page.picture("chips");
        });
    }

    @Test
    void agentWithoutForksIsOfferedNewSessionsInsteadOfForks() throws Exception {
        with(bare(), () -> {
            page.newSession().ask("Hello");
            Locator menu = page.menu(page.entries("agent").last());
            page.seesText(menu, "Regenerate in a new session");
            page.seesText(menu, "The agent does not advertise sessionCapabilities.fork.");
            assertThat(menu.locator("small").evaluateAll("all => all.every(each => each.offsetHeight < 24)"))
                    .as("each reason is on one line")
                    .isEqualTo(true);
            page.picture("menu-without-forks");
            page.page().keyboard().press("Escape");
            page.seesText(page.menu(page.entries("user").last()), "Edit in a new session");
        });
    }

    @Test
    void coloursAreChosenAndKept() {
        connected();
        page.has(page.page().locator("html"), "data-theme", "auto");
        page.button("Theme: auto; change").click();
        page.sees(page.page().locator("html[data-theme=light]"));
        page.button("Theme: light; change").click();
        page.sees(page.page().locator("html[data-theme=dark]"));
        page.page().reload();
        page.sees(page.page().locator("html[data-theme=dark]"));
        page.button("Theme: dark; change").click();
        page.sees(page.page().locator("html[data-theme=auto]"));
    }
}
