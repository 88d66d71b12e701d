/** Our client, driven through named checks against the scripted agent; {@code peers/README.md} says what that does. */
@NullMarked
package io.acp4j.interop.client;

import org.jspecify.annotations.NullMarked;
