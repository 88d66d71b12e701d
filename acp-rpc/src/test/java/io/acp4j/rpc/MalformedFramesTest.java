package io.acp4j.rpc;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is answered to frames that are wrong; that the connection goes on after each; and that no answer repeats content. */
@ExtendWith(Quiet.class)
class MalformedFramesTest {

    private static final String SECRET = "s3cr3t";
    private static final int PARSE = -32700;
    private static final int REQUEST = -32600;
    private static final int METHOD = -32601;
    private static final int PARAMS = -32602;

    private final AtomicInteger told = new AtomicInteger();
    private final RawPeer peer = new RawPeer();
    private final Connection connection = Note.answering()
            .onRequest(Note.ASK, (params, context) -> params)
            .onNotification(Note.TELL, (params, from) -> told.incrementAndGet())
            .build()
            .connect(
                    peer.transport(),
                    ConnectionOptions.builder()
                            .maxDepth(40)
                            .maxStringLength(5000)
                            .build());

    @AfterEach
    void close() {
        connection.close();
    }

    static List<Arguments> answered() {
        List<Arguments> rows = new ArrayList<>();
        // No JSON at all
        answered(rows, "bareWord", "hello " + SECRET, PARSE, "null");
        answered(rows, "logLine", "[2026-11-21 10:00:00] INFO starting " + SECRET, PARSE, "null");
        answered(rows, "whiteSpaceOnly", "   \t ", PARSE, "null");
        answered(rows, "truncatedObject", "{'jsonrpc':'2.0','id':1,'method':'_ask'", PARSE, "1");
        answered(rows, "truncatedString", "{'jsonrpc':'2.0','id':1,'method':'_as", PARSE, "1");
        answered(rows, "truncatedParams", "{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':", PARSE, "1");
        answered(rows, "missingComma", "{'jsonrpc':'2.0' 'id':1,'method':'_ask'}", PARSE, "null");
        answered(rows, "missingColon", "{'jsonrpc' '2.0','id':1}", PARSE, "null");
        answered(rows, "trailingComma", "{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':1},}", PARSE, "1");
        answered(rows, "unquotedName", "{jsonrpc:'2.0','id':1,'method':'_ask'}", PARSE, "null");
        answered(rows, "comment", "{/*" + SECRET + "*/'jsonrpc':'2.0','id':1,'method':'_ask'}", PARSE, "null");
        answered(rows, "trailingWord", call("1", "'_ask'", "{'number':1}") + " " + SECRET, PARSE, "1");
        answered(rows, "trailingBrace", call("1", "'_ask'", "{'number':1}") + "}", PARSE, "1");
        answered(
                rows,
                "twoObjectsInOneFrame",
                call("1", "'_ask'", "{'number':1}").repeat(2),
                PARSE,
                "1");
        answered(rows, "closingBracketForBrace", "{'jsonrpc':'2.0','id':1]", PARSE, "null");
        answered(rows, "nan", call("1", "'_ask'", "{'number':NaN}"), PARSE, "1");
        answered(rows, "infinity", call("1", "'_ask'", "{'number':-Infinity}"), PARSE, "1");
        answered(rows, "leadingZero", call("007", "'_ask'", "{'number':1}"), PARSE, "null");
        answered(rows, "leadingPlus", call("+7", "'_ask'", "{'number':1}"), PARSE, "null");
        answered(rows, "bareMinus", call("-", "'_ask'", "{'number':1}"), PARSE, "null");
        answered(rows, "numberWithoutFraction", call("1.", "'_ask'", "{'number':1}"), PARSE, "null");
        answered(rows, "hexNumber", call("0x10", "'_ask'", "{'number':1}"), PARSE, "null");
        answered(rows, "capitalTrue", call("1", "'_ask'", "{'number':True}"), PARSE, "1");
        answered(rows, "badEscape", call("1", "'_ask'", "{'number':1,'text':'\\x'}"), PARSE, "1");
        answered(rows, "badUnicodeEscape", call("1", "'_ask'", "{'number':1,'text':'\\u12g4'}"), PARSE, "1");
        answered(rows, "controlCharacterInString", call("1", "'_ask'", "{'number':1,'text':'\u0001'}"), PARSE, "1");
        answered(rows, "lineBreakInString", call("1", "'_ask'", "{'number':1,'text':'a\nb'}"), PARSE, "1");
        answered(rows, "nulByteInString", call("1", "'_ask'", "{'number':1,'text':'\0'}"), PARSE, "1");
        answered(rows, "nulByteInFront", "\0" + call("1", "'_ask'", "{'number':1}"), PARSE, "null");
        answered(rows, "nulByteBetweenMembers", "{'jsonrpc':'2.0',\0'id':1}", PARSE, "null");
        answered(rows, "nulByteBehind", call("1", "'_ask'", "{'number':1}") + "\0", PARSE, "1");
        answered(rows, "malformedBatch", "[" + call("1", "'_ask'", "{'number':1}") + ",", PARSE, "null");
        answered(
                rows,
                "malformedInsideUnknownMember",
                "{'x':{'y':},'jsonrpc':'2.0','id':1,'method':'_ask'}",
                PARSE,
                "null");
        // JSON, but no message
        answered(rows, "emptyBatch", "[]", REQUEST, "null");
        answered(rows, "batchOfOne", "[" + call("1", "'_ask'", "{'number':1}") + "]", REQUEST, "null");
        answered(
                rows,
                "batchOfNotifications",
                "[" + "{'jsonrpc':'2.0','method':'_tell'},".repeat(9) + "1]",
                REQUEST,
                "null");
        answered(rows, "batchOfAnswers", "[{'jsonrpc':'2.0','id':1,'result':{}}]", REQUEST, "null");
        answered(rows, "bareString", "'" + SECRET + "'", REQUEST, "null");
        answered(rows, "bareNumber", "42", REQUEST, "null");
        answered(rows, "bareNull", "null", REQUEST, "null");
        answered(rows, "bareTrue", "true", REQUEST, "null");
        answered(rows, "emptyObject", "{}", REQUEST, "null");
        answered(rows, "versionOnly", "{'jsonrpc':'2.0'}", REQUEST, "null");
        answered(rows, "idOnly", "{'jsonrpc':'2.0','id':77}", REQUEST, "77");
        answered(rows, "paramsOnly", "{'jsonrpc':'2.0','id':77,'params':{}}", REQUEST, "77");
        answered(rows, "membersInCapitals", "{'JSONRPC':'2.0','ID':7,'METHOD':'_ask'}", REQUEST, "null");
        answered(rows, "unknownMembersOnly", "{'type':'hello','token':'" + SECRET + "'}", REQUEST, "null");
        // Version
        answered(rows, "versionMissing", "{'id':1,'method':'_ask','params':{'number':1}}", REQUEST, "1");
        answered(rows, "versionOne", "{'jsonrpc':'1.0','id':1,'method':'_ask','params':{'number':1}}", REQUEST, "1");
        answered(rows, "versionNumber", "{'jsonrpc':2.0,'id':1,'method':'_ask','params':{'number':1}}", REQUEST, "1");
        answered(
                rows, "versionNull", "{'jsonrpc':null,'id':'a','method':'_ask','params':{'number':1}}", REQUEST, "'a'");
        answered(
                rows,
                "versionObject",
                "{'jsonrpc':{'v':2},'id':1,'method':'_ask','params':{'number':1}}",
                REQUEST,
                "1");
        answered(
                rows,
                "versionWithBlank",
                "{'jsonrpc':'2.0 ','id':1,'method':'_ask','params':{'number':1}}",
                REQUEST,
                "1");
        answered(
                rows,
                "versionOfNotification",
                "{'jsonrpc':'1.0','method':'_tell','params':{'number':1}}",
                REQUEST,
                "null");
        answered(rows, "versionTwice", "{'jsonrpc':'2.0','jsonrpc':'2.0','id':1,'method':'_ask'}", REQUEST, "1");
        // Id
        answered(rows, "idObject", call("{'a':1}", "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(rows, "idArray", call("[1]", "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(rows, "idTrue", call("true", "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(rows, "idFraction", call("1.5", "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(rows, "idBeyond64Bits", call("9223372036854775808", "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(rows, "idBelow64Bits", call("-9223372036854775809", "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(rows, "idOfHundredDigits", call("9".repeat(100), "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(rows, "idOfTwoThousandDigits", call("9".repeat(2000), "'_ask'", "{'number':1}"), REQUEST, "null");
        answered(
                rows, "idTwice", "{'jsonrpc':'2.0','id':1,'id':2,'method':'_ask','params':{'number':1}}", REQUEST, "1");
        answered(
                rows,
                "idObjectBehindParams",
                "{'jsonrpc':'2.0','method':'_ask','params':{'number':1},'id':{}}",
                REQUEST,
                "null");
        // Method
        answered(rows, "methodNumber", call("1", "7", "{'number':1}"), REQUEST, "1");
        answered(rows, "methodNull", call("1", "null", "{'number':1}"), REQUEST, "1");
        answered(rows, "methodArray", call("1", "['_ask']", "{'number':1}"), REQUEST, "1");
        answered(rows, "methodObject", call("1", "{'name':'" + SECRET + "'}", "{'number':1}"), REQUEST, "1");
        answered(rows, "methodTrueWithoutId", "{'jsonrpc':'2.0','method':true}", REQUEST, "null");
        answered(
                rows,
                "methodTwice",
                "{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':1},'method':'_ping'}",
                REQUEST,
                "1");
        answered(
                rows,
                "paramsTwice",
                "{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':1},'params':{}}",
                REQUEST,
                "1");
        answered(rows, "callAndResult", "{'jsonrpc':'2.0','id':1,'method':'_ask','result':{}}", REQUEST, "1");
        answered(
                rows,
                "callAndError",
                "{'jsonrpc':'2.0','id':1,'error':{'code':1,'message':'m'},'method':'_ask'}",
                REQUEST,
                "1");
        unknown(rows, "methodUnknown", call("1", "'_unknown'", "{}"), "1");
        unknown(rows, "methodEmpty", call("1", "''", "{}"), "1");
        unknown(rows, "methodWithoutUnderscore", call("'b3c1'", "'craft/drainMidTurnQueue'", "{}"), "'b3c1'");
        unknown(rows, "methodUnknownWithoutParams", "{'jsonrpc':'2.0','id':1,'method':'_unknown'}", "1");
        unknown(rows, "methodUnknownWithScalarParams", call("1", "'_unknown'", "5"), "1");
        unknown(rows, "methodUnknownBehindParams", "{'params':[1],'method':'_unknown','id':1,'jsonrpc':'2.0'}", "1");
        unknown(rows, "methodOfInternals", call("1", "'$/unknown'", "{}"), "1");
        unknown(rows, "cancelRequestAsRequest", call("1", "'$/cancel_request'", "{'requestId':1}"), "1");
        unknown(rows, "requestOfNotification", call("1", "'_tell'", "{'number':1}"), "1");
        unknown(rows, "requestOfNotificationWithBadParams", call("1", "'_tell'", "{'number':'" + SECRET + "'}"), "1");
        unknown(rows, "methodWithTrailingBlank", call("1", "'_ask '", "{'number':1}"), "1");
        unknown(rows, "methodInOtherCase", call("1", "'_ASK'", "{'number':1}"), "1");
        unknown(rows, "methodWithLineBreak", call("1", "'_ask\\n'", "{'number':1}"), "1");
        unknown(rows, "idNullIsARequest", call("null", "'_unknown'", "{}"), "null");
        unknown(rows, "idMax", call("9223372036854775807", "'_unknown'", "{}"), "9223372036854775807");
        unknown(rows, "idMin", call("-9223372036854775808", "'_unknown'", "{}"), "-9223372036854775808");
        unknown(rows, "idZero", call("0", "'_unknown'", "{}"), "0");
        unknown(rows, "idMinusZero", call("-0", "'_unknown'", "{}"), "0");
        unknown(rows, "idEmptyString", call("''", "'_unknown'", "{}"), "''");
        unknown(rows, "idStringOfDigits", call("'1'", "'_unknown'", "{}"), "'1'");
        unknown(rows, "idWithEscapes", call("'a\\u00e9\\n\\ud83d\\ude00'", "'_unknown'", "{}"), "'aé\\n😀'");
        unknown(rows, "idLong", call("'" + "i".repeat(4000) + "'", "'_unknown'", "{}"), "'" + "i".repeat(4000) + "'");
        // Params
        params(rows, "paramsMissing", "{'jsonrpc':'2.0','id':1,'method':'_ask'}", "/params/number");
        params(rows, "paramsNull", call("1", "'_ask'", "null"), "/params/number");
        params(rows, "paramsEmpty", call("1", "'_ask'", "{}"), "/params/number");
        params(rows, "paramsNumber", call("1", "'_ask'", "42"), "/params");
        params(rows, "paramsString", call("1", "'_ask'", "'" + SECRET + "'"), "/params");
        params(rows, "paramsTrue", call("1", "'_ask'", "true"), "/params");
        params(rows, "paramsArray", call("1", "'_ask'", "[1,['" + SECRET + "']]"), "/params");
        params(rows, "paramsArrayBeforeMethod", "{'params':[1,[2]],'jsonrpc':'2.0','id':1,'method':'_ask'}", "/params");
        params(rows, "paramsNumberBeforeMethod", "{'params':42,'jsonrpc':'2.0','id':1,'method':'_ask'}", "/params");
        params(rows, "paramsStringBeforeMethod", "{'params':'x','jsonrpc':'2.0','id':1,'method':'_ask'}", "/params");
        params(rows, "memberOfWrongType", call("1", "'_ask'", "{'number':'" + SECRET + "'}"), "/params/number");
        params(rows, "memberNull", call("1", "'_ask'", "{'number':null}"), "/params/number");
        params(rows, "memberObject", call("1", "'_ask'", "{'number':{'deep':[{}]},'text':'x'}"), "/params/number");
        params(rows, "memberOutOfRange", call("1", "'_ask'", "{'number':2147483648}"), "/params/number");
        params(rows, "memberFarOutOfRange", call("1", "'_ask'", "{'number':1e400}"), "/params/number");
        params(
                rows,
                "memberOfHundredDigits",
                call("1", "'_ask'", "{'number':" + "9".repeat(100) + "}"),
                "/params/number");
        params(rows, "sessionNumber", call("1", "'_ask'", "{'number':1,'sessionId':42}"), "/params/sessionId");
        params(rows, "sessionArray", call("1", "'_ask'", "{'sessionId':[[]],'number':1}"), "/params/sessionId");
        params(
                rows,
                "faultBeforeMethod",
                "{'params':{'number':[]},'method':'_ask','id':1,'jsonrpc':'2.0'}",
                "/params/number");
        params(
                rows,
                "faultBeforeId",
                "{'method':'_ask','params':{'number':[]},'id':1,'jsonrpc':'2.0'}",
                "/params/number");
        // Limits: the message is whole, so its id is answered where it came first
        answered(
                rows,
                "tooDeep",
                call("1", "'_ask'", "{'number':1,'x':" + "[".repeat(60) + "]".repeat(60) + "}"),
                REQUEST,
                "1");
        answered(rows, "tooDeepBeforeId", "{'x':" + "[".repeat(60) + "]".repeat(60) + ",'id':1}", REQUEST, "null");
        answered(rows, "tooDeepAndTruncated", "[".repeat(100_000), REQUEST, "null");
        answered(rows, "tooDeepObjects", "{'x':".repeat(50_000), REQUEST, "null");
        answered(
                rows,
                "tooLongString",
                call("1", "'_ask'", "{'number':1,'text':'" + "x".repeat(6000) + "'}"),
                REQUEST,
                "1");
        answered(rows, "tooLongMethod", call("1", "'" + "m".repeat(6000) + "'", "{}"), REQUEST, "1");
        answered(rows, "tooLongNumber", call("1", "'_ask'", "{'number':" + "9".repeat(2000) + "}"), REQUEST, "1");
        return rows;
    }

    private static String call(String id, String method, String params) {
        return "{'jsonrpc':'2.0','id':" + id + ",'method':" + method + ",'params':" + params + "}";
    }

    private static void answered(List<Arguments> rows, String name, String frame, int code, String id) {
        rows.add(argumentSet(name, frame, code, id, null));
    }

    private static void unknown(List<Arguments> rows, String name, String frame, String id) {
        answered(rows, name, frame, METHOD, id);
    }

    private static void params(List<Arguments> rows, String name, String frame, String path) {
        rows.add(argumentSet(name, frame, PARAMS, "1", path));
    }

    @ParameterizedTest
    @MethodSource("answered")
    void isAnsweredAndTheConnectionGoesOn(String frame, int code, String id, @Nullable String path) throws Exception {
        peer.send(frame);

        assertAnswer(peer.nextJson(), code, id, path);
        assertGoesOn();
        assertThat(told).hasValue(0);
    }

    private static void assertAnswer(JsonNode answer, int code, String id, @Nullable String path) {
        JsonNode error = answer.path("error");
        assertThat(answer.fieldNames()).toIterable().containsExactlyInAnyOrder("jsonrpc", "id", "error");
        assertThat(answer.path("jsonrpc").asText()).isEqualTo("2.0");
        assertThat(answer.get("id")).isEqualTo(RawPeer.json(id));
        assertThat(error.path("code").asInt()).as("%s", answer).isEqualTo(code);
        assertThat(error.path("message").asText()).isNotBlank();
        assertThat(error.path("data").path("path").asText(null)).isEqualTo(path);
        assertThat(answer.toString()).doesNotContain(SECRET);
    }

    static List<Arguments> ignored() {
        List<Arguments> rows = new ArrayList<>();
        ignored(rows, "notificationUnknown", "{'jsonrpc':'2.0','method':'_unknown','params':{}}");
        ignored(rows, "notificationWithoutUnderscore", "{'jsonrpc':'2.0','method':'qwen/notify/x','params':{}}");
        ignored(rows, "notificationOfAuth", "{'jsonrpc':'2.0','method':'_auth/status_update'}");
        ignored(rows, "notificationOfInternals", "{'jsonrpc':'2.0','method':'$/progress','params':{'token':1}}");
        ignored(rows, "notificationEmptyMethod", "{'jsonrpc':'2.0','method':''}");
        ignored(rows, "notificationScalarParams", "{'jsonrpc':'2.0','method':'_unknown','params':7}");
        ignored(rows, "notificationBadParams", "{'jsonrpc':'2.0','method':'_tell','params':{'number':'x'}}");
        ignored(rows, "notificationArrayParams", "{'jsonrpc':'2.0','method':'_tell','params':[1]}");
        ignored(rows, "notificationWithoutParams", "{'jsonrpc':'2.0','method':'_tell'}");
        ignored(rows, "notificationNullParams", "{'jsonrpc':'2.0','method':'_tell','params':null}");
        ignored(rows, "notificationOfRequest", "{'jsonrpc':'2.0','method':'_ask','params':{'number':1}}");
        ignored(rows, "notificationOfRequestBadParams", "{'jsonrpc':'2.0','method':'_ask','params':{}}");
        ignored(rows, "malformedNotification", "{'jsonrpc':'2.0','method':'_tell','params':{'number':1}");
        ignored(rows, "cancelUnknownId", "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':99}}");
        ignored(rows, "cancelNullId", "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':null}}");
        ignored(rows, "cancelFractionId", "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':1.5}}");
        ignored(rows, "cancelObjectId", "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':{}}}");
        ignored(rows, "cancelWithoutId", "{'jsonrpc':'2.0','method':'$/cancel_request','params':{}}");
        ignored(rows, "cancelWithoutParams", "{'jsonrpc':'2.0','method':'$/cancel_request'}");
        ignored(rows, "cancelArray", "{'jsonrpc':'2.0','method':'$/cancel_request','params':[1]}");
        ignored(rows, "answerToNobody", "{'jsonrpc':'2.0','id':99,'result':{}}");
        ignored(rows, "answerToString", "{'jsonrpc':'2.0','id':'x','result':{}}");
        ignored(rows, "answerWithoutVersion", "{'id':99,'result':{}}");
        ignored(rows, "answerIdNull", "{'jsonrpc':'2.0','id':null,'result':{}}");
        ignored(rows, "answerWithoutId", "{'jsonrpc':'2.0','result':{}}");
        ignored(rows, "answerIdObject", "{'jsonrpc':'2.0','id':{'a':[1]},'result':{}}");
        ignored(rows, "answerIdFraction", "{'jsonrpc':'2.0','id':99.5,'result':{}}");
        ignored(rows, "answerIdBeyond64Bits", "{'jsonrpc':'2.0','id':99999999999999999999,'result':{}}");
        ignored(rows, "errorWithoutId", "{'jsonrpc':'2.0','error':{'code':-32700,'message':'Parse error'}}");
        ignored(rows, "errorIdNull", "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}");
        ignored(rows, "errorString", "{'jsonrpc':'2.0','id':99,'error':'" + SECRET + "'}");
        ignored(rows, "errorStringWithoutId", "{'jsonrpc':'2.0','error':'" + SECRET + "'}");
        ignored(rows, "errorNull", "{'jsonrpc':'2.0','id':99,'error':null}");
        ignored(rows, "errorDataBareString", "{'jsonrpc':'2.0','id':9,'error':{'code':1,'message':'m','data':'d'}}");
        ignored(rows, "resultAndError", "{'jsonrpc':'2.0','id':9,'result':{},'error':{'code':1,'message':'m'}}");
        ignored(rows, "idBehindResult", "{'jsonrpc':'2.0','result':{'sessionId':'s','x':[[]]},'id':99}");
        ignored(rows, "resultNull", "{'jsonrpc':'2.0','id':99,'result':null}");
        ignored(rows, "resultScalar", "{'jsonrpc':'2.0','id':99,'result':7}");
        return rows;
    }

    private static void ignored(List<Arguments> rows, String name, String frame) {
        rows.add(argumentSet(name, frame));
    }

    @ParameterizedTest
    @MethodSource("ignored")
    void isNotAnsweredAndTheConnectionGoesOn(String frame) throws Exception {
        peer.send(frame);

        assertGoesOn();
        assertThat(told).hasValue(0);
    }

    /** The next thing that the engine says is its answer to a ping. */
    private void assertGoesOn() throws InterruptedException {
        peer.send("{'jsonrpc':'2.0','id':'ping','method':'_ping','params':{'number':5}}");
        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':'ping','result':{'number':5}}"));
        assertThat(peer.isClosed()).isFalse();
    }

    static List<Arguments> notUtf8() {
        byte[] whole = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"_ask\",\"params\":{\"number\":1,\"text\":\"??\"}}"
                .getBytes(UTF_8);
        List<Arguments> rows = new ArrayList<>();
        rows.add(argumentSet("utf16", (Object) "{\"jsonrpc\":\"2.0\"}".getBytes(UTF_16LE)));
        rows.add(argumentSet("loneContinuation", (Object) patched(whole, 0x80, 0x80)));
        rows.add(argumentSet("brokenSequence", (Object) patched(whole, 0xC3, 'x')));
        rows.add(argumentSet("byteFF", (Object) patched(whole, 0xFF, 0xFE)));
        rows.add(argumentSet("latin1", (Object) patched(whole, 0xE9, 'x')));
        return rows;
    }

    private static byte[] patched(byte[] whole, int first, int second) {
        byte[] bytes = whole.clone();
        int at = new String(whole, UTF_8).indexOf("??");
        bytes[at] = (byte) first;
        bytes[at + 1] = (byte) second;
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("notUtf8")
    void bytesThatAreNoUtf8AreAParseError(byte[] frame) throws Exception {
        peer.sendBytes(frame);

        String id = frame[1] == 0 ? "null" : "1";
        assertAnswer(peer.nextJson(), PARSE, id, null);
        assertGoesOn();
    }

    static List<Arguments> unusual() {
        List<Arguments> rows = new ArrayList<>();
        rows.add(argumentSet("methodBehindParams", "{'params':{'number':1},'id':7,'method':'_ask','jsonrpc':'2.0'}"));
        rows.add(argumentSet("idBehindParams", "{'method':'_ask','params':{'number':1},'jsonrpc':'2.0','id':7}"));
        rows.add(argumentSet("everythingReversed", "{'params':{'number':1},'method':'_ask','id':7,'jsonrpc':'2.0'}"));
        rows.add(argumentSet(
                "whiteSpace", " { 'jsonrpc' : '2.0' ,\t'id' : 7 , 'method':'_ask', 'params' : { 'number' : 1 } } "));
        rows.add(argumentSet("carriageReturn", "{'jsonrpc':'2.0','id':7,'method':'_ask','params':{'number':1}}\r"));
        rows.add(argumentSet(
                "unknownMembers",
                "{'x':[{}],'jsonrpc':'2.0','id':7,'y':{'z':'}'},'method':'_ask','params':{'number':1}}"));
        rows.add(argumentSet(
                "unknownParams", "{'jsonrpc':'2.0','id':7,'method':'_ask','params':{'x':[{}],'number':1,'_meta':{}}}"));
        rows.add(argumentSet("escapedMethod", "{'jsonrpc':'2.0','id':7,'method':'_\\u0061sk','params':{'number':1}}"));
        rows.add(argumentSet(
                "escapedNames", "{'json\\u0072pc':'2.0','i\\u0064':7,'method':'_ask','params':{'number':1}}"));
        rows.add(argumentSet("wholeFraction", "{'jsonrpc':'2.0','id':7,'method':'_ask','params':{'number':1.0}}"));
        rows.add(argumentSet(
                "errorNull", "{'jsonrpc':'2.0','id':7,'method':'_ask','params':{'number':1},'error':null}"));
        rows.add(argumentSet(
                "memberTwice", "{'jsonrpc':'2.0','id':7,'method':'_ask','params':{'number':2,'number':1}}"));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("unusual")
    void unusualButWellFormedRequestIsServed(String frame) throws Exception {
        peer.send(frame);

        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':7,'result':{'number':1}}"));
    }

    @Test
    void unreadableInputIsAnsweredWithAParseErrorWithoutAnId() throws Exception {
        peer.sendFault(new FrameError("a line is longer than 100 bytes", 42));

        JsonNode answer = peer.nextJson();
        assertAnswer(answer, PARSE, "null", null);
        assertThat(answer.at("/error/message").asText()).contains("longer than 100 bytes");
        assertGoesOn();
    }
}
