/**
 * The life of a session: it is created, loaded, resumed, listed, forked, closed and deleted.
 */
@NullMarked
package io.acp4j.schema.session;

import org.jspecify.annotations.NullMarked;
