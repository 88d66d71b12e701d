/** Types that every version of the protocol shares. */
@NullMarked
package io.acp4j.schema;

import org.jspecify.annotations.NullMarked;
