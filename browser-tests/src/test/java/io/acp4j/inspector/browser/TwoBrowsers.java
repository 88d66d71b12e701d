package io.acp4j.inspector.browser;

import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/** Lets two classes of tests have a browser at a time: one alone waits for its page most of the time, and more slow each other down. */
final class TwoBrowsers implements ResourceLocksProvider {

    private static final int BROWSERS = 2;

    /** Returns the lock of one of the two; the names of the classes happen to share the time evenly. */
    @Override
    public Set<Lock> provideForClass(Class<?> test) {
        return Set.of(new Lock("browser " + Math.floorMod(test.getSimpleName().hashCode(), BROWSERS)));
    }
}
