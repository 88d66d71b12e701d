// As much of fetch as the SDK's HTTP client uses, over one HTTP/2 connection that is spoken from the first byte.
import { connect } from "node:http2";
import { once } from "node:events";
import { Readable } from "node:stream";

const WITHOUT_BODY = [204, 205, 304];

/** Returns a fetch for the origin of an address; the connection is made by the first request. */
export function http2Fetch(address) {
  const { origin } = new URL(address);
  let session;

  return async (url, { method = "GET", headers, body, signal } = {}) => {
    signal?.throwIfAborted();
    if (session === undefined) {
      session = connect(origin);
      session.on("error", () => {}); // its requests tell
    }
    const { pathname, search } = new URL(url);
    const sent = Object.fromEntries(new Headers(headers));
    const request = session.request(
      { ":method": method, ":path": pathname + search, ...sent },
      { signal, endStream: body === undefined },
    );
    request.on("error", () => {}); // the response, or its body, tells; a request may be aborted before it has one
    const answered = once(request, "response", { signal });
    if (body !== undefined) {
      request.end(body);
    }
    const [received] = await answered;
    const { ":status": status, ...fields } = received;
    const shown = new Headers();
    for (const [name, value] of Object.entries(fields)) {
      [value].flat().forEach((one) => shown.append(name, one));
    }
    return new Response(WITHOUT_BODY.includes(status) ? null : Readable.toWeb(request), { status, headers: shown });
  };
}
