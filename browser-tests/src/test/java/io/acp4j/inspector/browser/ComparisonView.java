package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** The comparison of two branches of a session, as its user sees it. */
final class ComparisonView {

    private final InspectorPage page;

    ComparisonView(InspectorPage page) {
        this.page = page;
    }

    /** Waits until it is there. */
    ComparisonView isOpen() {
        page.sees(page.page().locator("x-branch-comparison .comparison"));
        return this;
    }

    void isClosed() {
        page.counts(page.page().locator("x-branch-comparison"), 0);
    }

    Locator common() {
        return page.page().locator(".comparison > details > summary");
    }

    /** Returns the rows of one side, from the first difference on; empty ones included. */
    Locator rows(boolean isLeft) {
        return page.page().locator(".sides > .side:nth-child(" + (isLeft ? "odd" : "even") + ")");
    }

    /** The heading of a side, with its branch, files and usage. */
    Locator head(boolean isLeft) {
        return page.page().locator(".sides > header").nth(isLeft ? 0 : 1);
    }

    Locator branch(boolean isLeft) {
        return page.page().getByLabel("Branch on the " + (isLeft ? "left" : "right"), new Page.GetByLabelOptions());
    }

    /** The branch that is chosen on a side, as it is listed. */
    String chosen(boolean isLeft) {
        return (String) branch(isLeft).evaluate("select => select.selectedOptions[0].textContent");
    }

    void choose(boolean isLeft, int index) {
        branch(isLeft).selectOption(new com.microsoft.playwright.options.SelectOption().setIndex(index));
    }

    void close() {
        page.button("Close the comparison").click();
        isClosed();
    }
}
