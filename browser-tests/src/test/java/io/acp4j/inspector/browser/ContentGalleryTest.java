package io.acp4j.inspector.browser;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gallery of conversations that end. */
class ContentGalleryTest extends GalleryTest {

    @ParameterizedTest
    @EnumSource(names = {"MARKDOWN", "DIFF", "TERMINAL", "THOUGHTS", "UPDATES"})
    void eachScreenIsWellFormed(GalleryScenario scenario) throws Exception {
        show(scenario);
    }
}
