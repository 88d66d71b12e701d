package io.acp4j.rpc.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.json.RawJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** What people read of an error that the peer has sent. */
@Execution(ExecutionMode.CONCURRENT)
class ErrorReasonTest {

    static final List<Arguments> DATA = List.of(
            row("text", "'out of credit'", ": out of credit"),
            row("details", "{'details':'out of credit'}", ": out of credit"),
            row("detail", "{'detail':'d','x':1}", ": d"),
            row("message", "{'message':'m'}", ": m"),
            row("error", "{'error':'e'}", ": e"),
            row("errorObject", "{'error':{'type':'x','message':'overloaded'}}", ": overloaded"),
            row("reasonAndDetails", "{'details':'try later','reason':'too_many'}", ": too_many: try later"),
            row("twice", "{'reason':'same','details':'same'}", ": same"),
            row("number", "{'reason':7}", ": 7"),
            row("otherObject", "{'sessionId':'s1'}", ": {'sessionId':'s1'}"),
            row("array", "['a','b']", ": ['a','b']"),
            row("nothing", "null", ""),
            row("emptyObject", "{}", ""),
            row("emptyArray", "[]", ""),
            row("emptyText", "' '", ""),
            row("saysNoMore", "{'reason':'internal error','message':'nal error'}", ""),
            row("nullReason", "{'reason':null}", ": {'reason':null}"),
            row("number alone", "5", ": 5"),
            row("lines", "'a\\n\\tb\\r'", ": a\\n\\tb"),
            row(
                    "escapes",
                    "'\\u001b[31mred\\u202eder\\u0000x\\u2028y'",
                    ": \\u{1B}[31mred\\u{202E}der\\u{0}x\\u{2028}y"),
            row("filler", "'a\u3164b'", ": a\\u{3164}b"),
            row("halfAPair", "'\\ud83d x'", ": \\u{D83D} x"),
            row("wide", "'é😀'", ": é😀"));

    private static Arguments row(String name, String data, String shown) {
        return argumentSet(name, data.replace('\'', '"'), shown.replace('\'', '"'));
    }

    private static AcpErrorException with(String data) {
        return new AcpErrorException(new ErrorObject(ErrorCode.INTERNAL_ERROR, "Internal error", RawJson.parse(data)));
    }

    @ParameterizedTest
    @FieldSource("DATA")
    void reasonIsInTheMessage(String data, String shown) {
        AcpErrorException error = with(data);
        assertThat(error).hasMessage("Internal error (-32603)" + shown);
        assertThat(error.toString()).isEqualTo(AcpErrorException.class.getName() + ": " + error.getMessage());
    }

    @Test
    void errorWithoutDataHasItsMessageOnly() {
        assertThat(new AcpErrorException(ErrorCode.INTERNAL_ERROR, "no", null)).hasMessage("no (-32603)");
    }

    @Test
    void messageIsOneLineInWhichNothingIsHidden() {
        String sent = "no\n2026-11-21 ERROR forged\u001b[31m\u202e" + "y".repeat(3000);
        AcpErrorException error = new AcpErrorException(ErrorCode.INTERNAL_ERROR, sent, null);
        assertThat(error.getMessage())
                .startsWith("no\\n2026-11-21 ERROR forged\\u{1B}[31m\\u{202E}yyy")
                .endsWith("yyy… (-32603)")
                .hasSizeLessThan(2100);
        assertThat(error.toString()).endsWith(error.getMessage());
        assertThat(error.error().message()).isEqualTo(sent);
    }

    @Test
    void longReasonsAreCut() {
        for (String data : List.of("\"" + "é".repeat(501) + "\"", "[\"" + "x".repeat(100_000) + "\"]")) {
            String message = with(data).getMessage();
            assertThat(message).endsWith("…").hasSize("Internal error (-32603): ".length() + 501);
        }
        assertThat(with("\"" + "x".repeat(500) + "\"").getMessage()).doesNotEndWith("…");
        assertThat(with("\"" + "x".repeat(2_000_000) + "\"")).hasMessage("Internal error (-32603)");
    }

    @Test
    void deepDataIsNotFollowedForEver() {
        String data = "{\"error\":".repeat(200) + "1" + "}".repeat(200);
        assertThat(with(data).getMessage()).startsWith("Internal error (-32603)");
    }
}
