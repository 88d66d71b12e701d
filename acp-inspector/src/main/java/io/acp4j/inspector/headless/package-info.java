/** What the page shows, for scripts: checks, figures, differences and replays of recordings, as text or JSON. */
@NullMarked
package io.acp4j.inspector.headless;

import org.jspecify.annotations.NullMarked;
