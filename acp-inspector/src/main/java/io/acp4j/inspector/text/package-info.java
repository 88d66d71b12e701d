/** Makes what an agent has said safe to be shown in a page. */
@NullMarked
package io.acp4j.inspector.text;

import org.jspecify.annotations.NullMarked;
