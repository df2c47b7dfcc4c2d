import { Type, type Static } from "typebox";
import { Id, Nullable, type Chat, type Message } from "@parlour/protocol";
import {
  CloseChat,
  MacroRun,
  maxMessageLength,
  SnoozeChat,
  type Draft,
  type Drafts,
} from "@parlour/protocol/api";
import { ToolChat, toToolChat } from "../format/chat.ts";
import { ToolMessage, toToolMessage } from "../format/message.ts";
import { describeFields, withText } from "../format/describe-fields.ts";
import { chatId, clientId } from "./arguments.ts";
import { defineTool, ToolRefusal, type ToolCall, type ToolOutput } from "./define-tool.ts";

/** Returns the argument for the text of `name`, such as the note. */
const textArgument = (name: string, more = "") =>
  Type.String({
    minLength: 1,
    maxLength: maxMessageLength,
    description: `Text of ${name}, at most ${maxMessageLength.toLocaleString("en")} characters${more}.`,
  });
const getChatTarget = (args: { readonly chat_id: number }): string => `chat ${args.chat_id}`;

const draftReply = defineTool({
  name: "draft_reply",
  title: "Draft a reply",
  description:
    "Puts a reply into the composer of the operator that you act for. Nothing is sent: the operator reads the text, edits it and sends it. Prefer this to send_reply. Returns draft_exists, and changes nothing, if the composer already contains another text.",
  actions: ["chats.answer"],
  effect: "change",
  input: Type.Object(
    {
      chat_id: chatId,
      text: textArgument("the reply", ", in the language of the visitor"),
      replace: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            "Whether to replace a text that is already in the composer. Default: false. Set it to true only if the operator agreed.",
        }),
      ),
      client_id: clientId,
    },
    { additionalProperties: false },
  ),
  output: describeFields(Type.Object({ chat_id: Id, version: Type.Integer({ minimum: 1 }) }), {
    chat_id: "Id of the chat.",
    version: "Version of the draft. It grows with each change.",
  }),
  getTarget: getChatTarget,
  async run({ args, api, changeKey }) {
    const { items } = await api.get<Static<typeof Drafts>>("/drafts");
    const stored = items.find((draft) => draft.chat_id === args.chat_id && draft.mode === "text");
    const hasText = stored !== undefined && stored.text !== "";
    if (hasText && stored.text !== args.text && args.replace !== true) refuseDraft();
    const version = (stored?.version ?? 0) + 1;
    const draft = await api.send<Draft>(
      "PUT",
      `/chats/${args.chat_id}/draft`,
      { mode: "text", text: args.text, version },
      changeKey,
    );
    // The operator has typed in the meantime, and their newer text is kept.
    if (draft.version !== version || draft.text !== args.text) refuseDraft();
    return {
      data: { chat_id: args.chat_id, version },
      summary: `The draft is in the composer of chat ${args.chat_id}. Nothing was sent.`,
    };
  },
});

function refuseDraft(): never {
  throw new ToolRefusal(
    "draft_exists",
    "The composer of this chat already contains a text of the operator.",
    "replace",
  );
}

const createMessageInput = (text: ReturnType<typeof textArgument>) =>
  Type.Object({ chat_id: chatId, text, client_id: clientId }, { additionalProperties: false });
const messageOutput = describeFields(Type.Object({ chat_id: Id, message: ToolMessage }), {
  chat_id: "Id of the chat.",
  message: "The message.",
});

/** Sends a message to the visitor, or adds a note, as the operator of the principal. */
async function sendMessage(
  { args, api, changeKey }: ToolCall<Static<ReturnType<typeof createMessageInput>>>,
  kind: "text" | "note",
): Promise<ToolOutput<Static<typeof messageOutput>>> {
  const message = await api.send<Message>(
    "POST",
    `/chats/${args.chat_id}/messages`,
    { kind, text: args.text, client_id: changeKey },
    changeKey,
  );
  const name = kind === "note" ? "The note" : "The reply";
  return {
    data: { chat_id: args.chat_id, message: toToolMessage(message) },
    summary: `${name} is message ${message.seq} of chat ${args.chat_id}.`,
  };
}

const addNote = defineTool({
  name: "add_note",
  title: "Add an internal note",
  description:
    "Adds an internal note to a chat. Only operators see it; it is never sent to the visitor. Notes cannot be added to closed chats.",
  actions: ["chats.answer"],
  effect: "change",
  input: createMessageInput(textArgument("the note")),
  output: messageOutput,
  getTarget: getChatTarget,
  run: (call) => sendMessage(call, "note"),
});

const sendReply = defineTool({
  name: "send_reply",
  title: "Send a reply to the visitor",
  description:
    "Sends a message to the visitor immediately, in the name of the operator that you act for. It cannot be taken back. If the chat was waiting, the operator also gets the chat. Use it only if the operator explicitly asked you to send; otherwise use draft_reply.",
  actions: ["chats.answer"],
  explicitScope: "mcp.send",
  effect: "destructive",
  isExternal: true,
  input: createMessageInput(textArgument("the message", ", in the language of the visitor")),
  output: messageOutput,
  getTarget: getChatTarget,
  run: (call) => sendMessage(call, "text"),
});

const tagIds = (description: string) =>
  Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true, description }));
const chatOutput = describeFields(Type.Object({ chat: ToolChat }), {
  chat: "The chat after the change.",
});
const toChatOutput = (chat: Chat, summary: string): ToolOutput<Static<typeof chatOutput>> => ({
  data: { chat: toToolChat(chat) },
  summary,
});

const tagChat = defineTool({
  name: "tag_chat",
  title: "Tag a chat",
  description:
    "Adds tags to a chat and removes others; its other tags stay. Also works for closed chats. A chat has at most 20 tags. Tag ids are in list_tags.",
  actions: ["chats.read", "chats.answer"],
  effect: "change",
  input: Type.Object(
    {
      chat_id: chatId,
      add: tagIds("Ids of tags to add."),
      remove: tagIds("Ids of tags to remove."),
      client_id: clientId,
    },
    { additionalProperties: false },
  ),
  output: chatOutput,
  getTarget: getChatTarget,
  async run({ args, api, changeKey }) {
    const { add = [], remove = [] } = args;
    const path = `/chats/${args.chat_id}/tags`;
    const chat = await api.send<Chat>("PATCH", path, { add, remove }, changeKey);
    return toChatOutput(chat, `Chat ${chat.id} has ${chat.tags?.length ?? 0} tags.`);
  },
});

const assignChat = defineTool({
  name: "assign_chat",
  title: "Assign a chat",
  description:
    "Assigns a chat to an operator or a department. Send exactly one of operator_id and department_id. With the id of the operator that you act for, that operator takes the chat. With another operator, that operator is asked, and has 30 seconds to accept. With a department, the chat waits there. A waiting chat must be taken before it can be given to others.",
  actions: ["chats.answer"],
  effect: "change",
  input: Type.Object(
    {
      chat_id: chatId,
      operator_id: Type.Optional(withText(Id, "Id of an operator, from list_assignees.")),
      department_id: Type.Optional(withText(Id, "Id of a department, from list_assignees.")),
      comment: Type.Optional(
        Type.String({
          maxLength: 1000,
          description:
            "Comment for the new operator, at most 1,000 characters. Visitors do not see it.",
        }),
      ),
      client_id: clientId,
    },
    { additionalProperties: false },
  ),
  output: chatOutput,
  getTarget: getChatTarget,
  async run({ args, api, principal, changeKey }) {
    const { chat_id, operator_id, department_id, comment } = args;
    const isOwn = operator_id === principal.operatorId && department_id === undefined;
    const chat = isOwn
      ? await api.send<Chat>("POST", `/chats/${chat_id}/accept`, {}, changeKey)
      : await api.send<Chat>(
          "POST",
          `/chats/${chat_id}/transfer`,
          { operator_id, department_id, comment },
          changeKey,
        );
    return toChatOutput(
      chat,
      chat.transfer
        ? `Chat ${chat_id} was offered to operator ${chat.transfer.to.id}, who has until ${chat.transfer.until}.`
        : `Chat ${chat_id} is ${chat.state}.`,
    );
  },
});

const runMacro = defineTool({
  name: "run_macro",
  title: "Run a macro on a chat",
  description:
    "Runs the actions of a macro on a chat, in the name of the operator that you act for. The actions can send a message to the visitor or close the chat, and cannot be taken back: read them in list_macros first. A refused action does not stop the next one.",
  actions: ["chats.answer"],
  // The macro may have a reply.
  explicitScope: "mcp.send",
  effect: "destructive",
  isExternal: true,
  input: Type.Object(
    {
      chat_id: chatId,
      macro_id: Type.Integer({ ...Id, description: "Id of the macro, from list_macros." }),
      client_id: clientId,
    },
    { additionalProperties: false },
  ),
  output: describeFields(
    Type.Object({ results: MacroRun.properties.results, chat: Nullable(ToolChat) }),
    {
      results: "The result of each action, in their order.",
      "results.type": "Type of the action.",
      "results.result": "done, unchanged (the chat was so already), or refused.",
      "results.error": "Why the action was refused. Absent unless it was.",
      "results.error.code": "Code of the error.",
      "results.error.message": "Text of the error.",
      "results.error.reason": "Why a reply was not sent: somebody answered, or got the chat.",
      "results.error.by": "Operator who answered or got the chat.",
      "results.error.by.id": "Id of the operator.",
      "results.error.by.name": "Name of the operator.",
      chat: "The chat after the macro. Null if the operator no longer sees it.",
    },
  ),
  getTarget: getChatTarget,
  async run({ args, api, changeKey }) {
    const { results, chat } = await api.send<MacroRun>(
      "POST",
      `/chats/${args.chat_id}/run-macro`,
      { macro_id: args.macro_id },
      changeKey,
    );
    const refused = results.filter(({ result }) => result === "refused").length;
    return {
      data: { results, chat: chat && toToolChat(chat) },
      summary: `The macro ran on chat ${args.chat_id}: ${refused} of ${results.length} actions were refused.`,
    };
  },
});

const snoozeChat = defineTool({
  name: "snooze_chat",
  title: "Snooze a chat",
  description:
    "Snoozes a chat until a time, at most a year ahead, or until the visitor writes: it leaves the lists of operators and comes back at that time, or earlier if the visitor writes. A second call changes the time. Chats that a bot answers cannot be snoozed.",
  actions: ["chats.answer"],
  effect: "change",
  input: Type.Object(
    {
      chat_id: chatId,
      until: withText(
        SnoozeChat.properties.until,
        "RFC 3339 time with a zone, such as 2026-12-01T09:00:00+01:00. Null: until the visitor writes.",
      ),
      stay: Type.Optional(
        Type.Boolean({
          default: false,
          description: "Whether the chat stays snoozed if the visitor writes. Default: false.",
        }),
      ),
      client_id: clientId,
    },
    { additionalProperties: false },
  ),
  output: chatOutput,
  getTarget: getChatTarget,
  async run({ args, api, changeKey }) {
    const { until, stay } = args;
    const chat = await api.send<Chat>(
      "POST",
      `/chats/${args.chat_id}/snooze`,
      stay === undefined ? { until } : { until, stay },
      changeKey,
    );
    const end = chat.snoozed?.until ?? "the visitor writes";
    return toChatOutput(chat, `Chat ${chat.id} is snoozed until ${end}.`);
  },
});

const closeChat = defineTool({
  name: "close_chat",
  title: "Close a chat",
  description:
    "Closes a chat immediately. A closed chat cannot be reopened, and the visitor may be asked for a rating. Use it only if the operator asked you to close the chat.",
  actions: ["chats.answer"],
  effect: "destructive",
  input: Type.Object(
    {
      chat_id: chatId,
      reason: Type.Optional(
        withText(
          CloseChat.anyOf[0].properties.reason,
          "Reason, at most 300 characters, which operators see in the chat. Optional.",
        ),
      ),
      client_id: clientId,
    },
    { additionalProperties: false },
  ),
  output: chatOutput,
  getTarget: getChatTarget,
  async run({ args, api, changeKey }) {
    const chat = await api.send<Chat>(
      "POST",
      `/chats/${args.chat_id}/close`,
      args.reason === undefined ? {} : { reason: args.reason },
      changeKey,
    );
    return toChatOutput(chat, `Chat ${chat.id} is ${chat.state}.`);
  },
});

export const changeTools = [
  draftReply,
  addNote,
  sendReply,
  tagChat,
  assignChat,
  runMacro,
  snoozeChat,
  closeChat,
];
