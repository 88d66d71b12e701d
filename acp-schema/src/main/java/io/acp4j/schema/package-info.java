/**
 * Types that all areas of the protocol share: ids, metadata, errors, and the description of a method.
 *
 * <p><b>The rule.</b> Nothing here belongs to one area: the messages themselves are in one package for each area below this
 * one, and how they are read and written is in {@code io.acp4j.schema.json}.
 *
 * <p><b>Construction.</b> Use {@code of}, {@code builder} and {@code toBuilder}. The canonical constructors of protocol objects are not API,
 * because each new member of the protocol changes them.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.Method} describes a method, {@link io.acp4j.schema.SessionScoped} is a
 * message about one session, {@link io.acp4j.schema.Meta} the extra data of any message.
 */
@NullMarked
package io.acp4j.schema;

import org.jspecify.annotations.NullMarked;
