package io.acp4j.schema;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks what the protocol itself has not settled: it may change or vanish in any release of this library.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.CONSTRUCTOR, ElementType.RECORD_COMPONENT
})
public @interface Unstable {

    /** {@return the name of the proposal, where the unsettled part is discussed} */
    String value();
}
