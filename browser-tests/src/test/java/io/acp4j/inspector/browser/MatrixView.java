package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** The view that lays side by side what agents offer, as its user sees it. */
final class MatrixView {

    private final InspectorPage page;

    MatrixView(InspectorPage page) {
        this.page = page;
    }

    MatrixView open() {
        page.loaded().button("Matrix").first().click();
        page.sees(page.page().locator("x-matrix .matrix-order"));
        return this;
    }

    Locator ask() {
        return page.page().locator("x-matrix button[type=submit]");
    }

    Locator column(String agent) {
        return page.page().locator("x-matrix thead th", new Page.LocatorOptions().setHasText(agent));
    }

    Locator rows() {
        return page.page().locator("x-matrix tbody tr[data-offer]");
    }

    /** The cells of an offer, in the order of the agents. */
    Locator cells(String offer) {
        return page.page().locator("x-matrix tr[data-offer='" + offer + "'] td");
    }
}
