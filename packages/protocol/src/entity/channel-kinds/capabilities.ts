import { Type, type Static } from "typebox";
import { Media } from "../message.ts";
import { Nullable } from "../scalar.ts";

/** CON-001. Composer, bots and API follow these values and never the kind itself. */
export const ChannelCapabilities = Type.Object({
  /** Whether visitors use Parlour's chat window, with its sessions, forms, ratings and queue. */
  chat_window: Type.Boolean(),
  /** Types of media that visitors receive as media. Others arrive as text with a link. */
  media: Type.Array(Media.properties.type),
  /** Maximum length of the text of one message in either direction, in code points. */
  max_text_length: Type.Integer({ minimum: 1 }),
  /** Maximum number of buttons of a message. With 0, buttons arrive as text. */
  max_buttons: Type.Integer({ minimum: 0 }),
  /** Whether messages are emails: with subject, recipients and formatted text. */
  email: Type.Boolean(),
  operator_typing: Type.Boolean(),
  /**
   * Whether messages go to an endpoint of the integrator, which confirms by its response that it
   * delivered them (CH-080). Other services only accept them (CORE-288).
   */
  integrator_endpoint: Type.Boolean(),
  /** Which states of a message the channel can report after it was sent. */
  receipts: Type.Union([Type.Literal("none"), Type.Literal("delivered"), Type.Literal("read")]),
  visitor_edits: Type.Boolean(),
  /** Whether operators can edit and remove messages that the visitor has already received. */
  operator_edits: Type.Boolean(),
  /** Hours after a message in which its service changes it. null: no limit. */
  operator_edit_hours: Nullable(Type.Integer({ minimum: 1 })),
  /** Whether answers can quote an earlier message. An email quotes by itself. */
  quotes: Type.Boolean(),
  /** The emoji with which operators can react to messages of visitors. [] if they cannot. */
  reactions: Type.Array(Type.String()),
  /** Hours after the visitor's last message in which free text is accepted. null: no limit. */
  reply_window_hours: Nullable(Type.Integer({ minimum: 1 })),
  /** Seconds for which a message waits for others, with which it is sent together. */
  merge_seconds: Type.Integer({ minimum: 0 }),
  /**
   * Whether anybody can write in the name of another person. A bot serves such a channel only if it
   * is selected, and does not answer a sender who is not verified (CORE-300, CORE-301).
   */
  claimed_senders: Type.Boolean(),
  /** Whether the channel has approved templates, which it accepts at any time. */
  templates: Type.Boolean(),
});
export type ChannelCapabilities = Static<typeof ChannelCapabilities>;
