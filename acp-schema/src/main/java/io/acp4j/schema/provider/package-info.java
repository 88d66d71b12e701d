/**
 * The providers of models that a client may configure for an agent. Not settled in the protocol.
 */
@NullMarked
package io.acp4j.schema.provider;

import org.jspecify.annotations.NullMarked;
