/**
 * Recordings as files for others: a page that needs nothing else, and a test.
 *
 * <p><b>The rule.</b> Whatever is in a recording stays text: it is escaped for the language of the file, and hidden
 * characters are made visible.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.export.HtmlExport} writes the page, {@link
 * io.acp4j.inspector.export.JunitExport} the test.
 */
@NullMarked
package io.acp4j.inspector.export;

import org.jspecify.annotations.NullMarked;
