// How model.mjs looks to the clients of each interface: read() gives the turns and tools of a request, whole() and stream()
// write an answer, which is either texts or the call of a tool.
let calls = 0;

const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

const textOf = (content) =>
  typeof content === "string"
    ? content
    : (Array.isArray(content) ? content : []).map((part) => part.text ?? "").join("\n");

const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
const event = (value) => `event: ${value.type}\n${data(value)}`;

const together = (answer) => (Array.isArray(answer.texts) ? answer.texts.join("") : "working");

export const completion = { models: { object: "list", data: [{ id: "scripted", object: "model", owned_by: "interop" }] } };

/** OpenAI, chat completions. */
export const chat = {
  read: (body) => ({
    turns: (body.messages ?? []).map((message) => ({ role: message.role, text: textOf(message.content) })),
    tools: (body.tools ?? []).map((tool) => ({ name: tool.function?.name ?? "", schema: tool.function?.parameters })),
  }),
  whole: (answer) => ({
    id: `chat-${++calls}`,
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content: together(answer) }, finish_reason: "stop" }],
    usage,
  }),
  async *stream(answer) {
    const id = `chat-${++calls}`;
    const chunk = (delta, finish_reason = null, more = {}) =>
      data({
        id,
        object: "chat.completion.chunk",
        created: 0,
        model: "scripted",
        choices: [{ index: 0, delta, finish_reason }],
        ...more,
      });
    yield chunk({ role: "assistant", content: "" });
    if (answer.call) {
      const call = { name: answer.call.name, arguments: JSON.stringify(answer.call.input) };
      yield chunk({ tool_calls: [{ index: 0, id: `call_${++calls}`, type: "function", function: call }] });
    } else {
      for await (const text of answer.texts) yield chunk({ content: text });
    }
    yield chunk({}, answer.call ? "tool_calls" : "stop", { usage });
    yield "data: [DONE]\n\n";
  },
};

/** OpenAI, responses. */
export const responses = {
  read: (body) => ({
    turns: (Array.isArray(body.input) ? body.input : [{ type: "message", role: "user", content: body.input }]).flatMap(
      (item) =>
        item.type === "message" || item.role
          ? [{ role: item.role, text: textOf(item.content) }]
          : /call_output$/.test(item.type)
            ? [{ role: "tool", text: "" }]
            : [],
    ),
    tools: (body.tools ?? []).map((tool) => ({ name: tool.name ?? tool.type, schema: tool.parameters })),
  }),
  whole: (answer) => response(++calls, "completed", [message(together(answer), "completed")]),
  async *stream(answer) {
    const number = ++calls;
    const head = response(number, "in_progress", []);
    yield event({ type: "response.created", response: head });
    if (answer.call) {
      const item = {
        type: "function_call",
        id: `item_${calls + 1}`,
        call_id: `call_${++calls}`,
        name: answer.call.name,
        arguments: JSON.stringify(answer.call.input),
        status: "completed",
      };
      yield event({ type: "response.output_item.added", output_index: 0, item });
      yield event({ type: "response.output_item.done", output_index: 0, item });
      yield event({ type: "response.completed", response: response(number, "completed", [item]) });
      return;
    }
    const item = message("", "in_progress");
    const place = { item_id: item.id, output_index: 0, content_index: 0 };
    yield event({ type: "response.output_item.added", output_index: 0, item });
    yield event({ type: "response.content_part.added", ...place, part: { type: "output_text", text: "", annotations: [] } });
    let whole = "";
    for await (const delta of answer.texts) {
      whole += delta;
      yield event({ type: "response.output_text.delta", ...place, delta });
    }
    yield event({ type: "response.output_text.done", ...place, text: whole });
    const done = { ...message(whole, "completed"), id: item.id };
    yield event({ type: "response.output_item.done", output_index: 0, item: done });
    yield event({ type: "response.completed", response: response(number, "completed", [done]) });
  },
};

const message = (text, status) => ({
  type: "message",
  id: `item_${++calls}`,
  role: "assistant",
  status,
  content: [{ type: "output_text", text, annotations: [] }],
});

const response = (number, status, output) => ({
  id: `response_${number}`,
  object: "response",
  created_at: 0,
  model: "scripted",
  status,
  output,
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  },
});

/** Anthropic, messages. */
export const messages = {
  read: (body) => ({
    turns: (body.messages ?? []).map((each) => ({
      role: Array.isArray(each.content) && each.content.some((part) => part.type === "tool_result") ? "tool" : each.role,
      text: textOf(each.content),
    })),
    tools: (body.tools ?? []).map((tool) => ({ name: tool.name, schema: tool.input_schema })),
  }),
  whole: (answer) => ({
    ...anthropic(),
    content: [{ type: "text", text: together(answer) }],
    stop_reason: "end_turn",
  }),
  async *stream(answer) {
    yield event({ type: "message_start", message: { ...anthropic(), content: [], stop_reason: null } });
    const block = answer.call
      ? { type: "tool_use", id: `toolu_${++calls}`, name: answer.call.name, input: {} }
      : { type: "text", text: "" };
    const delta = (value) => event({ type: "content_block_delta", index: 0, delta: value });
    yield event({ type: "content_block_start", index: 0, content_block: block });
    if (answer.call) {
      yield delta({ type: "input_json_delta", partial_json: JSON.stringify(answer.call.input) });
    } else {
      for await (const text of answer.texts) yield delta({ type: "text_delta", text });
    }
    yield event({ type: "content_block_stop", index: 0 });
    const stop_reason = answer.call ? "tool_use" : "end_turn";
    yield event({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } });
    yield event({ type: "message_stop" });
  },
};

const anthropic = () => ({
  id: `message_${++calls}`,
  type: "message",
  role: "assistant",
  model: "scripted",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 10 },
});

/** Gemini. */
export const gemini = {
  read: (body) => ({
    turns: (body.contents ?? []).map((each) => ({
      role: each.parts?.some((part) => part.functionResponse) ? "tool" : each.role,
      text: textOf(each.parts),
    })),
    tools: (body.tools ?? [])
      .flatMap((tool) => tool.functionDeclarations ?? [])
      .map((tool) => ({ name: tool.name, schema: tool.parametersJsonSchema ?? tool.parameters })),
  }),
  whole: (answer) => candidate([{ text: together(answer) }], "STOP"),
  async *stream(answer) {
    if (answer.call) {
      yield data(candidate([{ functionCall: { name: answer.call.name, args: answer.call.input } }]));
    } else {
      for await (const text of answer.texts) yield data(candidate([{ text }]));
    }
    yield data(candidate([{ text: "" }], "STOP"));
  },
};

const candidate = (parts, finishReason) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason ? { finishReason } : {}) }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  modelVersion: "scripted",
});
