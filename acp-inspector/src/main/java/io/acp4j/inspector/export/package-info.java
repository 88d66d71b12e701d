/** Recordings as files for others: a page that needs nothing else, and a test. */
@NullMarked
package io.acp4j.inspector.export;

import org.jspecify.annotations.NullMarked;
