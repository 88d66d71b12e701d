/**
 * The options that a user can set for a session, such as its model: what an agent offers and how a client chooses.
 */
@NullMarked
package io.acp4j.schema.config;

import org.jspecify.annotations.NullMarked;
