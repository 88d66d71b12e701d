/** What is wrong with a conversation, as the conformance kit says it. */
@NullMarked
package io.acp4j.inspector.check;

import org.jspecify.annotations.NullMarked;
