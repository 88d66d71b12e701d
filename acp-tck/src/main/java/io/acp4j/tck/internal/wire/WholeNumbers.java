package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.io.Serial;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole number of 64 bits as one, however it is spelled: {@code 1.0} and {@code 1e0} are 1, as in JSON Schema, so that ids which
 * are the same are equal.
 */
final class WholeNumbers extends JsonNodeFactory {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    @Override
    public ValueNode numberNode(@Nullable BigDecimal value) {
        if (value == null || !isWhole(value)) {
            return super.numberNode(value);
        }
        long whole = value.longValueExact();
        return whole == (int) whole ? numberNode((int) whole) : numberNode(whole);
    }

    private static boolean isWhole(BigDecimal value) {
        // The range first: an exponent may be of any size.
        return value.compareTo(LEAST) >= 0
                && value.compareTo(MOST) <= 0
                && value.stripTrailingZeros().scale() <= 0;
    }
}
