import * as channel from "../../packages/protocol/src/channel/index.ts";
import { toSchema, type FieldTable } from "./field-table.ts";

/** Fields of interface A. */
export const channelFields: Readonly<Record<string, FieldTable>> = {
  "channel sender": {
    schema: toSchema(channel.ChannelSender),
    meanings: {
      id: 'your id of the customer, 1 to 255 characters. Integers keep all their digits; `7` and `"7"` are the same customer (CH-041, CH-042)',
      name: "shown to operators, cut at 255 characters. If missing or empty, Parlour keeps the stored value (CH-044)",
      phone: "as `name`",
      email: "as `name`",
      photo: "http(s) address of a picture, at most 2048 characters, ideally 128×128 px (CH-046)",
      url: "http(s) address of the page that the customer has open, at most 2048 characters (CH-047)",
      invite:
        "the invitation that the customer saw, cut at 1000 characters. Only operators see it (CH-048)",
    },
  },
  "channel text": {
    schema: toSchema(channel.ChannelText),
    meanings: {
      type: "the kind of message",
      id: "your message id, for logs, cut at 255 characters. Parlour does not use it to detect repeats (CH-052)",
      text: "the text, cut at 1000 code points (CH-051)",
    },
  },
  "channel typing": {
    schema: toSchema(channel.ChannelTyping),
    meanings: { type: "the customer started or stopped typing (CH-056)" },
  },
  "channel file": {
    schema: toSchema(channel.ChannelFile),
    meanings: {
      type: "the kind of file (CH-060)",
      id: "as in a text message",
      file: "http(s) address of the file, at most 2048 characters (CH-062)",
      file_name: "name to show. If missing, Parlour uses the last part of the address (CH-063)",
      file_size: "bytes. If missing or invalid, no size is shown",
      thumb: "http(s) address of a preview, 320 px wide",
      emoji: "shown if the file cannot be displayed",
      duration: "seconds",
      width: "pixels",
      height: "pixels",
      performer: "artist of an audio file",
      title: "title of an audio file",
      text: "comment on the file, cut at 1000 code points",
    },
  },
  "channel location": {
    schema: toSchema(channel.ChannelLocation),
    meanings: {
      type: "the kind of message",
      id: "as in a text message",
      latitude: "−90 to 90 (CH-064)",
      longitude: "−180 to 180",
      text: "comment on the location",
    },
  },
  "channel receipt": {
    schema: toSchema(channel.ChannelReceipt),
    meanings: {
      type: "`delivered`: the customer's device received the message. `seen` or `read`: it displayed the message (CH-123)",
      id: "Parlour's id of the message, as in `message.id` of the request that your endpoint received",
    },
  },
  "channel reply": {
    schema: toSchema(channel.ChannelReply),
    separateTables: ["message"],
    meanings: {
      sender: "the operator or bot",
      "sender.name": "name to show",
      "sender.photo": 'public address of the picture, `""` if there is none',
      recipient: "your customer",
      "recipient.id":
        "the id exactly as in the latest message from the customer: same JSON type, same digits (CH-043)",
      message: "one of the messages above; `message.id` is Parlour's id of the message",
    },
  },
};
