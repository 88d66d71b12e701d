/**
 * The first exchange of a connection: both sides agree on a version and tell what they can do.
 */
@NullMarked
package io.acp4j.schema.init;

import org.jspecify.annotations.NullMarked;
