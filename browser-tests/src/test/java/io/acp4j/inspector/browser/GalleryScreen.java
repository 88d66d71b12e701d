package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;

/** The screens of the inspector. Each opens itself in a window that shows one part of the page at a time. */
enum GalleryScreen {
    CONVERSATION(".top, .centre, .toasts") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            place(page, "Conversation");
        }
    },
    CONVERSATION_START(".top, .centre, .toasts") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            place(page, "Conversation");
            page.page().locator(".talk").evaluate("talk => { talk.scrollTop = 0; }");
        }

        @Override
        void close(InspectorPage page) {
            page.page().locator(".talk").evaluate("talk => { talk.scrollTop = talk.scrollHeight; }");
        }
    },
    /** A long diff that is collapsed while a question is below it. The other screens show it expanded. */
    DIFF_COLLAPSED(".top, .centre, .toasts") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            place(page, "Conversation");
            toggleDiff(page);
            page.isTrue(QUESTION_IN_SIGHT, null);
        }

        @Override
        void close(InspectorPage page) {
            toggleDiff(page);
            page.isTrue(QUESTION_IN_SIGHT, null);
        }

        private void toggleDiff(InspectorPage page) {
            // A click of Playwright would scroll away from the end of the conversation.
            page.page().locator(".talk .call:has(.diff) > summary").first().evaluate("summary => summary.click()");
        }
    },
    /** The message about a prompt that the agent has refused, as a turn is running. */
    ERROR_MESSAGE(".top, .centre, .toasts") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            place(page, "Conversation");
            page.prompt().fill("Are you there?");
            page.prompt().press("Enter");
            page.sees(page.page().locator(".toast.bad"));
        }

        @Override
        void close(InspectorPage page) {
            page.button("Dismiss").click();
        }
    },
    SESSIONS(".left") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            place(page, "Sessions");
        }
    },
    FRAMES(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Frames");
        }
    },
    FRAME_DETAIL(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Frames");
            page.page().locator(".frames").press("Home");
            page.frame("initialize").first().click();
            page.sees(page.page().locator(".detail pre"));
        }

        @Override
        void close(InspectorPage page) {
            page.button("Close the frame").click();
        }
    },
    FINDINGS(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Findings");
        }
    },
    CHECKS(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Checks");
        }
    },
    TIMINGS(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Timings");
            page.sees(page.page().locator("x-timings .latencies"));
        }
    },
    AGENT(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Agent");
        }
    },
    WIRE(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Traffic");
        }
    },
    ERROR_OUTPUT(".right") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            tab(page, "Error output");
        }
    },
    COMPARISON(".centre") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            place(page, "Sessions");
            Locator other = page.sessions().nth(1);
            other.hover();
            other.locator(".more").click();
            page.choose(page.page().locator("x-menu"), "Compare with the current session");
            page.seesText(page.page().locator(".comparison > details summary").first(), "in common");
        }

        @Override
        void close(InspectorPage page) {
            page.button("Close the comparison").click();
        }
    },
    REPLAY(".centre") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            ReplayView view = new ReplayView(page).open();
            if (scenario.isReplayed()) {
                view.replay();
            }
        }

        @Override
        void close(InspectorPage page) {
            place(page, "Conversation");
        }
    },
    MATRIX(".centre") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            MatrixView view = new MatrixView(page).open();
            view.ask().click();
            page.seesText(view.column("sample agent").first().locator(".count"), "ms");
        }

        @Override
        void close(InspectorPage page) {
            place(page, "Conversation");
        }
    },
    RECORDING(".top, .centre") {
        @Override
        void open(InspectorPage page, GalleryScenario scenario) {
            place(page, "Sessions");
            page.page().locator("select.sources").selectOption(GalleryTest.RECORDING);
            page.sees(page.page().locator(".state.recorded"));
            page.sessions().first().click();
            page.sees(page.entries("user").first());
        }

        @Override
        void close(InspectorPage page) {
            page.page().locator("select.sources").selectOption(GalleryTest.AGENT);
        }
    };

    /** The last button of the question is within the box of the conversation. */
    private static final String QUESTION_IN_SIGHT = """
            () => {
              const button = [...document.querySelectorAll('.talk .question button')].at(-1).getBoundingClientRect();
              const talk = document.querySelector('.talk').getBoundingClientRect();
              return button.height > 0 && button.top >= talk.top && button.bottom <= talk.bottom;
            }
            """;

    /** The elements that belong to the screen. */
    final String scope;

    GalleryScreen(String scope) {
        this.scope = scope;
    }

    /** Shows the screen, in a narrow window. */
    abstract void open(InspectorPage page, GalleryScenario scenario);

    /** Leaves the screen such that any other one can be opened. */
    void close(InspectorPage page) {}

    /** Returns false if another screen shows the same elements at another place, which makes no difference to the accessibility rules. */
    boolean isForAxe() {
        return this != CONVERSATION_START;
    }

    private static void place(InspectorPage page, String name) {
        page.button(name).first().click();
    }

    private static void tab(InspectorPage page, String name) {
        place(page, "Traffic");
        page.tab(name);
    }
}
