/** Recordings of conversations: read and written in the formats of several tools. Knows neither pages nor agents. */
@NullMarked
package io.acp4j.inspector.recording;

import org.jspecify.annotations.NullMarked;
