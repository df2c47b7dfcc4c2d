import * as channel from "../../packages/protocol/src/channel.ts";
import { toSchema, type FieldTable } from "./field-table.ts";

/** Fields of interface A. */
export const channelFields: Readonly<Record<string, FieldTable>> = {
  "channel sender": {
    schema: toSchema(channel.ChannelSender),
    meanings: {
      id: 'your id of the customer; a whole number keeps all its digits, `7` and `"7"` are one customer (CH-041, CH-042)',
      name: "shown to operators; absent or empty keeps the stored value (CH-044)",
      phone: "as name",
      email: "as name",
      photo: "http(s) address of a picture, 128×128 px recommended (CH-046)",
      url: "page the customer is on, http(s) (CH-047)",
      invite: "invitation that was shown to the customer, for the operators (CH-048)",
    },
  },
  "channel text": {
    schema: toSchema(channel.ChannelText),
    meanings: { type: "", id: "yours, for logs; never used to drop a repeat (CH-052)", text: "cut at 1000 code points (CH-051)" },
  },
  "channel typing": { schema: toSchema(channel.ChannelTyping), meanings: { type: "the customer began or stopped typing (CH-056)" } },
  "channel file": {
    schema: toSchema(channel.ChannelFile),
    meanings: {
      type: "what the file is (CH-060)",
      id: "as for text",
      file: "http(s) address of the file, at most 2048 characters (CH-062)",
      file_name: "missing: last part of the address (CH-063)",
      file_size: "bytes; missing or invalid: not shown",
      thumb: "http(s) address of a picture 320 px wide",
      emoji: "shown in place of what cannot be displayed",
      duration: "seconds",
      width: "pixels",
      height: "pixels",
      performer: "of audio",
      title: "of audio",
      text: "comment, cut at 1000 code points",
    },
  },
  "channel location": {
    schema: toSchema(channel.ChannelLocation),
    meanings: { type: "", id: "as for text", latitude: "−90 to 90 (CH-064)", longitude: "−180 to 180", text: "comment" },
  },
  "channel reply": {
    schema: toSchema(channel.ChannelReply),
    separateTables: ["message"],
    meanings: {
      sender: "the operator (or bot)",
      "sender.name": "name to show",
      "sender.photo": 'public address of the picture, `""` when there is none',
      recipient: "your customer",
      "recipient.id": "exactly as in the customer's latest message: same JSON type, same digits (CH-043)",
      message: "one of the shapes above; `message.id` is Parlour's id of the message",
    },
  },
};
