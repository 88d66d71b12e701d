/**
 * The options that a user can set for a session, such as its model: what an agent offers and how a client chooses.
 */
@NullMarked
package io.acp4j.schema.v1.config;

import org.jspecify.annotations.NullMarked;
