package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which responses of the peer count, in whatever form they come, and what becomes of a request whose response is malformed. */
@Execution(ExecutionMode.CONCURRENT)
class ResponseFormTest extends OutboundFixture {

    static List<Arguments> malformed() {
        List<Arguments> rows = new ArrayList<>();
        malformed(rows, "versionMissing", "{'id':1,'result':{'number':1}}", "/jsonrpc");
        malformed(rows, "versionOne", "{'jsonrpc':'1.0','id':1,'result':{'number':1}}", "/jsonrpc");
        malformed(rows, "versionNumber", "{'jsonrpc':2.0,'id':1,'result':{'number':1}}", "/jsonrpc");
        malformed(
                rows,
                "both",
                "{'jsonrpc':'2.0','id':1,'result':{'number':1},'error':{'code':1,'message':'m'}}",
                "either");
        malformed(rows, "errorString", "{'jsonrpc':'2.0','id':1,'error':'s3cr3t'}", "/error: expected an object");
        malformed(rows, "errorNull", "{'jsonrpc':'2.0','id':1,'error':null}", "neither");
        malformed(rows, "errorNumber", "{'jsonrpc':'2.0','id':1,'error':-32603}", "/error: expected an object");
        malformed(rows, "errorEmpty", "{'jsonrpc':'2.0','id':1,'error':{}}", "/error/code");
        malformed(rows, "errorWithoutCode", "{'jsonrpc':'2.0','id':1,'error':{'message':'s3cr3t'}}", "/error/code");
        malformed(rows, "errorWithoutMessage", "{'jsonrpc':'2.0','id':1,'error':{'code':1}}", "/error/message");
        malformed(
                rows,
                "errorCodeString",
                "{'jsonrpc':'2.0','id':1,'error':{'code':'s3cr3t','message':'m'}}",
                "/error/code");
        malformed(
                rows,
                "errorCodeHuge",
                "{'jsonrpc':'2.0','id':1,'error':{'code':99999999999,'message':'m'}}",
                "/error/code");
        malformed(rows, "resultString", "{'jsonrpc':'2.0','id':1,'result':'s3cr3t'}", "/result: expected an object");
        malformed(
                rows, "resultArray", "{'jsonrpc':'2.0','id':1,'result':[{'number':1}]}", "/result: expected an object");
        malformed(rows, "resultFalse", "{'jsonrpc':'2.0','id':1,'result':false}", "/result: expected an object");
        malformed(rows, "resultNull", "{'jsonrpc':'2.0','id':1,'result':null}", "/result");
        malformed(rows, "resultEmpty", "{'jsonrpc':'2.0','id':1,'result':{}}", "/result/number");
        malformed(
                rows,
                "resultMember",
                "{'jsonrpc':'2.0','id':1,'result':{'number':{'s3cr3t':[1]}},'x':1}",
                "/result/number");
        malformed(
                rows, "resultFaultBeforeId", "{'result':{'number':'s3cr3t'},'id':1,'jsonrpc':'2.0'}", "/result/number");
        malformed(rows, "resultDropped", "{'jsonrpc':'2.0','id':1}", "neither a result nor an error");
        malformed(
                rows,
                "resultTwice",
                "{'jsonrpc':'2.0','id':1,'result':{'number':1},'result':{'number':2}}",
                "/result: appears twice");
        malformed(rows, "idTwice", "{'jsonrpc':'2.0','id':1,'result':{'number':1},'id':2}", "/id: appears twice");
        malformed(rows, "truncated", "{'jsonrpc':'2.0','id':1,'result':{'number':1", "malformed JSON");
        malformed(rows, "trailingGarbage", "{'jsonrpc':'2.0','id':1,'result':{'number':1}} s3cr3t", "malformed JSON");
        malformed(
                rows,
                "tooDeep",
                "{'jsonrpc':'2.0','id':1,'result':{'x':" + "[".repeat(60) + "]".repeat(60) + "}}",
                "limit");
        return rows;
    }

    private static void malformed(List<Arguments> rows, String name, String frame, String problem) {
        rows.add(argumentSet(name, frame, problem));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedAnswerFailsItsRequestAtOnceAndIsNotAnswered(String frame, String problem) throws Exception {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
        peer.next();

        peer.send(frame);

        MalformedMessageException error = failure(MalformedMessageException.class, answer);
        assertThat(error).hasMessageContaining("_ask").hasMessageContaining(problem);
        assertThat(error.toString()).doesNotContain("s3cr3t");
        assertNothingIsLeft();
    }

    static List<Arguments> lenient() {
        List<Arguments> rows = new ArrayList<>();
        rows.add(argumentSet("plain", "{'jsonrpc':'2.0','id':1,'result':{'number':1}}"));
        rows.add(argumentSet("idBehindResult", "{'jsonrpc':'2.0','result':{'number':1},'id':1}"));
        rows.add(argumentSet("reversed", "{'result':{'x':[{}],'number':1},'id':1,'jsonrpc':'2.0'}"));
        rows.add(argumentSet("errorNull", "{'jsonrpc':'2.0','id':1,'result':{'number':1},'error':null}"));
        rows.add(argumentSet("errorNullFirst", "{'jsonrpc':'2.0','error':null,'id':1,'result':{'number':1}}"));
        rows.add(argumentSet("methodNull", "{'jsonrpc':'2.0','method':null,'id':1,'result':{'number':1}}"));
        rows.add(argumentSet(
                "extraMembers", "{'jsonrpc':'2.0','id':1,'sessionId':'s','result':{'number':1},'params':{}}"));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("lenient")
    void unusualButUnambiguousAnswerCounts(String frame) throws Exception {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
        peer.next();

        peer.send(frame);

        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(1));
        assertNothingIsLeft();
    }

    @Test
    void errorCountsBesideAResultOfNull() throws Exception {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
        peer.next();
        peer.send("{'jsonrpc':'2.0','id':1,'result':null,'error':{'code':5,'message':'m'}}");

        assertThat(failure(AcpErrorException.class, answer).code().value()).isEqualTo(5);
    }

    @Test
    void nullStandsForTheEmptyResultAndStaysNullWhereAnythingIsAllowed() throws Exception {
        RequestMethod<Note, io.acp4j.schema.session.CloseSessionResponse> empty =
                RequestMethod.extension("_empty", Note.CODEC, io.acp4j.schema.session.CloseSessionResponse.CODEC);
        for (String result : List.of(",'result':null", ",'result':{}", "")) {
            var answer = connection.requestAsync(empty, Note.of(1));
            peer.send("{'jsonrpc':'2.0','id':" + idOf(peer.next()) + result + "}");
            assertThat(answer.get(60, TimeUnit.SECONDS)).isNotNull();
        }
        var raw = connection.requestAsync(RAW, RawJson.EMPTY_OBJECT);
        peer.send("{'jsonrpc':'2.0','id':" + idOf(peer.next()) + ",'result':null}");
        assertThat(raw.get(60, TimeUnit.SECONDS)).isEqualTo(RawJson.NULL);
        var text = connection.requestAsync(TEXT, Note.of(1));
        peer.send("{'jsonrpc':'2.0','id':" + idOf(peer.next()) + ",'result':null}");
        assertThat(failure(MalformedMessageException.class, text))
                .hasMessageContaining("expected a string, found null");
    }

    @Test
    void resultWhoseCodecThrowsFailsTheRequest() throws Exception {
        RequestMethod<Note, Note> method =
                RequestMethod.extension("_faulty", Note.CODEC, new Faulty(new IllegalStateException("s3cr3t")));
        CompletableFuture<Note> answer = connection.requestAsync(method, Note.of(1));
        peer.next();
        peer.send(Note.result(1, 1));

        assertThat(failure(MalformedMessageException.class, answer).toString()).doesNotContain("s3cr3t");
        assertNothingIsLeft();
    }
}
