package io.acp4j.interop;

import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;

/** The extension methods of the interop tests. */
public final class ExtensionMethods {

    /** Keeps a text. */
    public static final NotificationMethod<RawJson> NOTE =
            NotificationMethod.extension("_acp4j.test/note", RawJson.CODEC);

    /** Returns the texts kept so far. */
    public static final RequestMethod<RawJson, RawJson> NOTES = request("notes");

    /** Returns the parameters. */
    public static final RequestMethod<RawJson, RawJson> ECHO = request("echo");

    /** Returns what the agent knows of the client. */
    public static final RequestMethod<RawJson, RawJson> CLIENT = request("client");

    /** Is answered by the agent when it is cancelled, and never before. */
    public static final RequestMethod<RawJson, RawJson> WAIT = request("wait");

    /** Is answered by the client when it is cancelled, and never before. */
    public static final RequestMethod<RawJson, RawJson> HANG = request("hang");

    /** Is answered by the client. */
    public static final RequestMethod<RawJson, RawJson> PING = request("ping");

    private ExtensionMethods() {}

    private static RequestMethod<RawJson, RawJson> request(String name) {
        return RequestMethod.extension("_acp4j.test/" + name, RawJson.CODEC, RawJson.CODEC);
    }
}
