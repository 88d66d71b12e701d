/** Between an editor and its agent, unnoticed by both: passes bytes on, and keeps a copy for a page to show. */
@NullMarked
package io.acp4j.inspector.tap;

import org.jspecify.annotations.NullMarked;
