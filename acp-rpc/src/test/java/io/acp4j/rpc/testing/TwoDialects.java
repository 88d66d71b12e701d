package io.acp4j.rpc.testing;

import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Side;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.ObjectCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A vocabulary of few methods, and a second dialect in which they have other names and parameters of another shape. */
public final class TwoDialects {

    /** What the methods carry. */
    public record Word(@Nullable SessionId sessionId, int number) implements SessionScoped {
        /** A word about no session. */
        public static Word of(int number) {
            return new Word(null, number);
        }
    }

    private static final JsonCodec<Word> DECLARED = ObjectCodec.of("Word", type -> {
        var sessionId = type.optional("sessionId", SessionId.CODEC, Word::sessionId);
        var number = type.required("number", Codecs.INT32, Word::number);
        return in -> new Word(in.find(sessionId), in.get(number));
    });

    /** The number is a text in a list, and the session stands elsewhere. */
    private static final JsonCodec<Word> OTHER = ObjectCodec.of("OtherWord", type -> {
        var about = type.optional("about", SessionId.CODEC, Word::sessionId);
        var numbers =
                type.required("numbers", Codecs.listOf(Codecs.STRING), word -> List.of(String.valueOf(word.number())));
        return in -> new Word(in.find(about), Integer.parseInt(in.get(numbers).get(0)));
    });

    /** Opens a connection; its number is the dialect that is wanted. */
    public static final RequestMethod<Word, Word> OPEN =
            RequestMethod.of("initialize", Side.AGENT, () -> DECLARED, () -> DECLARED);

    /** Asks for the same number. */
    public static final RequestMethod<Word, Word> ASK = RequestMethod.extension("_ask", DECLARED, DECLARED);

    /** Reports a number. */
    public static final NotificationMethod<Word> TELL = NotificationMethod.extension("_tell", DECLARED);

    /** A method that the second dialect has not. */
    public static final RequestMethod<Word, Word> OLD = RequestMethod.extension("_old", DECLARED, DECLARED);

    /** A notification that the second dialect has not. */
    public static final NotificationMethod<Word> OLD_TELL = NotificationMethod.extension("_old_tell", DECLARED);

    private static final RequestMethod<Word, Word> QUERY = RequestMethod.extension("_query", OTHER, OTHER);
    private static final NotificationMethod<Word> SAY = NotificationMethod.extension("_say", OTHER);

    /** The second dialect, in which an opening may be repeated. */
    public static final Dialect SECOND = new Dialect() {
        @Override
        @SuppressWarnings("unchecked") // both methods are about words
        public <P, R> @Nullable RequestMethod<P, R> request(RequestMethod<P, R> method) {
            if (method == (RequestMethod<?, ?>) OLD) {
                return null;
            }
            return method == (RequestMethod<?, ?>) ASK ? (RequestMethod<P, R>) QUERY : method;
        }

        @Override
        @SuppressWarnings("unchecked") // both methods are about words
        public <P> @Nullable NotificationMethod<P> notification(NotificationMethod<P> method) {
            if (method == (NotificationMethod<?>) OLD_TELL) {
                return null;
            }
            return method == (NotificationMethod<?>) TELL ? (NotificationMethod<P>) SAY : method;
        }

        @Override
        public boolean takesRepeatedOpenings() {
            return true;
        }
    };

    private TwoDialects() {}

    /** Selects what the number says. */
    public static Dialect select(Word word) {
        return word.number() == 2 ? SECOND : Dialect.AS_DECLARED;
    }

    /** A request that asks for a dialect, as JSON. */
    public static String open(int id, int dialect) {
        return json("{'jsonrpc':'2.0','id':" + id + ",'method':'initialize','params':{'number':" + dialect + "}}");
    }

    /** A response to a request for a dialect, as JSON. */
    public static String opened(String id, int dialect) {
        return json("{'jsonrpc':'2.0','id':" + id + ",'result':{'number':" + dialect + "}}");
    }

    /** A request in the second dialect, as JSON. */
    public static String query(int id, String session) {
        return json("{'jsonrpc':'2.0','id':" + id + ",'method':'_query','params':" + params(id, session) + "}");
    }

    /** A notification in the second dialect, as JSON. */
    public static String say(int number, String session) {
        return json("{'jsonrpc':'2.0','method':'_say','params':" + params(number, session) + "}");
    }

    private static String params(int number, String session) {
        return "{'numbers':['" + number + "'],'about':'" + session + "'}";
    }

    /** Requests in the second dialect with the ids from 1 on, of as many sessions as there are remainders of seven. */
    public static List<String> queries(int count) {
        List<String> frames = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            frames.add(query(id, "s" + id % 7));
        }
        return frames;
    }

    /** The responses to {@link #queries}, as JSON. */
    public static List<String> echoes(int count) {
        List<String> frames = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            frames.add(json(
                    "{'jsonrpc':'2.0','id':" + id + ",'result':{'about':'s" + id % 7 + "','numbers':['" + id + "']}}"));
        }
        return frames;
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
