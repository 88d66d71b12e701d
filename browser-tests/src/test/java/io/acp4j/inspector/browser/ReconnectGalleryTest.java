package io.acp4j.inspector.browser;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gallery of conversations that hang, lose their agent, or are loaded. */
class ReconnectGalleryTest extends GalleryTest {

    @ParameterizedTest
    @EnumSource(names = {"HANG", "CRASH", "RECONNECT", "LOAD"})
    void eachScreenIsWellFormed(GalleryScenario scenario) throws Exception {
        show(scenario);
    }
}
