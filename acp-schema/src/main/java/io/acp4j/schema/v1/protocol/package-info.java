/** What belongs to the protocol itself rather than to one side. */
@NullMarked
package io.acp4j.schema.v1.protocol;

import org.jspecify.annotations.NullMarked;
