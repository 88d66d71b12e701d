/** What belongs to the protocol itself rather than to one side. */
@NullMarked
package io.acp4j.schema.protocol;

import org.jspecify.annotations.NullMarked;
