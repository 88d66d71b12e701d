/**
 * The modes that a session can be in, such as asking first or acting on its own.
 */
@NullMarked
package io.acp4j.schema.mode;

import org.jspecify.annotations.NullMarked;
