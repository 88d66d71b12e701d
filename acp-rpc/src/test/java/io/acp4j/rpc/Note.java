package io.acp4j.rpc;

import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/** The one type of message that the tests of the engine exchange, and the methods that carry it. */
record Note(@Nullable SessionId sessionId, int number, String text) implements SessionScoped {

    static final ObjectCodec<Note> CODEC = ObjectCodec.of("Note", type -> {
        var sessionId = type.optional("sessionId", SessionId.CODEC, Note::sessionId);
        var number = type.required("number", Codecs.INT32, Note::number);
        var text = type.lenientUnlessDefault("text", Codecs.STRING, Note::text, "");
        return in -> new Note(in.find(sessionId), in.get(number), in.get(text));
    });

    /** A request that is served by whatever a test wants. */
    static final RequestMethod<Note, Note> ASK = RequestMethod.extension("_ask", CODEC, CODEC);

    /** A second one, for tests that need two. */
    static final RequestMethod<Note, Note> NEST = RequestMethod.extension("_nest", CODEC, CODEC);

    /** A third one, answered at once by {@link #answering}. */
    static final RequestMethod<Note, Note> PING = RequestMethod.extension("_ping", CODEC, CODEC);

    /** A notification. */
    static final NotificationMethod<Note> TELL = NotificationMethod.extension("_tell", CODEC);

    static Note of(int number) {
        return new Note(null, number, "");
    }

    static Note of(String session, int number) {
        return new Note(new SessionId(session), number, "");
    }

    /** Handlers that answer to {@link #PING} with what they are sent. */
    static Handlers.Builder answering() {
        return Handlers.builder().onRequest(PING, (params, context) -> params);
    }

    /** A frame of {@link #TELL}; single quotes stand for double ones. */
    static String tell(String session, int number) {
        return "{'jsonrpc':'2.0','method':'_tell','params':{'sessionId':'" + session + "','number':" + number + "}}";
    }

    /** A frame that calls a method; single quotes stand for double ones. */
    static String call(String method, int id, String session, int number) {
        return "{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':{'sessionId':'" + session
                + "','number':" + number + "}}";
    }

    /** A frame that answers a request; single quotes stand for double ones. */
    static String result(long id, int number) {
        return "{'jsonrpc':'2.0','id':" + id + ",'result':{'number':" + number + "}}";
    }
}
