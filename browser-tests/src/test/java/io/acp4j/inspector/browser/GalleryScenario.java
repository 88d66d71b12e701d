package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;

/** The conversations of the gallery. Each leaves a session with a fork, and the page in the state that the screens show. */
enum GalleryScenario {
    MARKDOWN(false) {
        @Override
        void drive(InspectorPage page) {
            page.ask("/markdown");
        }
    },
    /** Ends with a question, which a long diff must not hide. */
    DIFF(false) {
        @Override
        void drive(InspectorPage page) {
            page.ask("/diff");
            page.send("/permission");
            page.sees(question(page, "The agent asks for permission"));
        }
    },
    TERMINAL(false) {
        @Override
        void drive(InspectorPage page) {
            page.send("/terminal");
            allow(page, "The agent wants to run a command");
            page.idle();
        }
    },
    THOUGHTS(false) {
        @Override
        void drive(InspectorPage page) {
            page.ask("/think");
            page.page().locator(".thought summary").first().click();
        }
    },
    UPDATES(false) {
        @Override
        void drive(InspectorPage page) {
            page.ask("/flood");
        }
    },
    HANG(false) {
        @Override
        void drive(InspectorPage page) {
            page.send("/hang");
            page.seesText(page.entries("agent").last(), "I wait until you cancel.");
        }
    },
    CRASH(true) {
        @Override
        void drive(InspectorPage page) {
            page.send("/crash");
            page.sees(page.page().locator(".state.closed"));
        }
    },
    RECONNECT(true) {
        @Override
        void drive(InspectorPage page) {
            page.send("/hang");
            page.seesText(page.entries("agent").last(), "I wait until you cancel.");
            page.tab("Agent");
            page.button("Apply and restart").click();
            page.button("Open session").click();
            page.sees(page.prompt());
            page.ask("What did I ask before?");
        }
    },
    /** Every kind of message, loaded by another process of the agent. */
    LOAD(true) {
        @Override
        void drive(InspectorPage page) {
            page.send("/tour");
            allow(page, "The agent wants to run a command");
            allow(page, "The agent asks for permission");
            Locator form = question(page, "The agent requests input");
            page.sees(form);
            form.locator("input[type=text]").first().fill("gallery");
            form.locator("input[type=checkbox]").first().check();
            form.locator("button[type=submit]").click();
            page.idle();
            page.ask("/tools").ask("/error");
            page.tab("Agent");
            page.button("Apply and restart").click();
            page.button("Open session").click();
            page.sees(page.prompt());
        }
    };

    private final boolean isProcess;

    GalleryScenario(boolean isProcess) {
        this.isProcess = isProcess;
    }

    /** Returns true if the agent has to be a process: others are in this one, which starts faster. */
    boolean isProcess() {
        return isProcess;
    }

    /** Returns true if a replay of the recording ends. */
    boolean isReplayed() {
        return this != HANG && this != CRASH && this != RECONNECT && this != DIFF;
    }

    /** Returns true if the scenario can show a screen: a comparison needs an agent, and a refusal needs a turn that is running. */
    boolean has(GalleryScreen screen) {
        return switch (screen) {
            case COMPARISON -> this != CRASH;
            case ERROR_MESSAGE -> this == HANG;
            case DIFF_COLLAPSED -> this == DIFF;
            default -> true;
        };
    }

    /** Continues a session that has a fork. */
    abstract void drive(InspectorPage page);

    private static Locator question(InspectorPage page, String label) {
        return page.page().locator(".question[aria-label='" + label + "']");
    }

    private static void allow(InspectorPage page, String label) {
        question(page, label).locator("[data-kind=allow_once]").click();
        page.counts(question(page, label), 0);
    }
}
