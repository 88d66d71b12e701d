/** Every frame that went over the wire, its exact bytes, and which ones belong together. Knows nothing of agents or pages. */
@NullMarked
package io.acp4j.inspector.log;

import org.jspecify.annotations.NullMarked;
