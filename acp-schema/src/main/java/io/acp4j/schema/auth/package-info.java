/**
 * How an agent lets its user in and out: the ways it offers, and the methods {@code authenticate} and {@code
 * logout}.
 */
@NullMarked
package io.acp4j.schema.auth;

import org.jspecify.annotations.NullMarked;
