import type { components } from "../generated/channel.ts";
import { createOnceRunner } from "../handler/answer-store.ts";
import {
  createHandler,
  getStore,
  type HandlerOptions,
  type RequestHandler,
} from "../handler/handler.ts";
import { readJson, send, type HttpOptions } from "../http/send.ts";
import type { Timing } from "../http/time.ts";

type Schemas = components["schemas"];
/** A message of a customer, with its sender. */
export type CustomerMessage = Schemas["ChannelRequest"];
type Reply = Schemas["ChannelReply"];
/** A message of an operator to a customer. */
export type OperatorMessage = Reply & {
  readonly message: Exclude<
    Reply["message"],
    Schemas["ChannelTyping"] | Schemas["ChannelEdit"] | Schemas["ChannelDeletion"]
  >;
};
/** An edit or a deletion of a message that `onMessage` got before. */
export type MessageChange = Reply & {
  readonly message: Schemas["ChannelEdit"] | Schemas["ChannelDeletion"];
};
/** A notice that an operator types, or has stopped. */
export type OperatorTyping = Reply & { readonly message: Schemas["ChannelTyping"] };

/** A refusal of a message. The code decides whether Parlour tries again (CH-082). */
export interface MessageRefusal {
  readonly error: { readonly code: string; readonly message: string };
}

export interface ChannelHandlerOptions extends HandlerOptions, HttpOptions {
  /** Inbound URL, from the page of the channel. It is a secret. */
  readonly inboundUrl: string;
  /**
   * Shows a message to the customer. It is called once for each message, and must return within
   * 3 s. The message counts as delivered, unless you return a refusal or reject.
   */
  readonly onMessage: (
    message: OperatorMessage,
    delivery: { readonly id: string },
  ) => MessageRefusal | void | Promise<MessageRefusal | void>;
  /**
   * Shows the change of a message to the customer. It is called once for each change, only if the
   * channel sends them (`message_changes`). Return a refusal if it is not possible, as it is
   * without this function: operators see that the customer still has the message.
   */
  readonly onChange?: (
    change: MessageChange,
    delivery: { readonly id: string },
  ) => MessageRefusal | void | Promise<MessageRefusal | void>;
  readonly onTyping?: (typing: OperatorTyping) => void | Promise<void>;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /**
   * Lets Parlour recognise a repeat for 24 h (CH-057). Default: made from the ids of the sender and
   * the message, or random without an id of the message.
   */
  readonly idempotencyKey?: string;
}

/** A chat channel: receives the messages of operators, and sends those of customers. */
export interface ChannelHandler {
  readonly handle: RequestHandler;
  /**
   * Sends a message or a typing notice of a customer. Resolves when Parlour has stored it.
   * Repeats it while the outcome is unknown. Throws a `ParlourError`.
   */
  send(message: CustomerMessage, options?: SendOptions): Promise<void>;
  /** Returns whether an operator can reply now (CH-010). */
  isAvailable(signal?: AbortSignal): Promise<boolean>;
}

/** Creates the handler of a chat channel. Tests pass the timing. */
export function openChannelHandler(options: ChannelHandlerOptions, timing: Timing): ChannelHandler {
  const { inboundUrl, onMessage, onTyping, onChange = refuseChange } = options;
  const deps = { ...options, ...timing };
  const once = createOnceRunner(getStore(options));
  return {
    handle: createHandler<Reply>(options, async (reply, { id }) => {
      if (isTyping(reply)) {
        await onTyping?.(reply);
        return accepted;
      }
      return once.run(id, async () => {
        const refusal = isChange(reply)
          ? await onChange(reply, { id })
          : await onMessage(reply as OperatorMessage, { id });
        return refusal === undefined ? accepted : JSON.stringify(refusal);
      });
    }),
    async send(message, { signal, idempotencyKey } = {}) {
      const headers = {
        "content-type": "application/json",
        "idempotency-key": idempotencyKey ?? (await createKey(message)),
      };
      const body = JSON.stringify(message);
      await send(
        deps,
        { url: inboundUrl, method: "POST", headers, body, isRepeatable: true, signal },
        (response) => response.text(),
      );
    },
    async isAvailable(signal) {
      const url = `${inboundUrl}/status`;
      const request = { url, method: "GET", headers: {}, isRepeatable: true, signal };
      return (await send(deps, request, readJson)) === 1;
    },
  };
}

const accepted = '{"result":"ok"}';

const refuseChange = (): MessageRefusal => ({
  error: { code: "unsupported_type", message: "The application does not change messages." },
});

const isChange = (reply: Reply): reply is MessageChange =>
  reply.message.type === "edit" || reply.message.type === "deletion";

const isTyping = (reply: Reply): reply is OperatorTyping =>
  reply.message.type === "typein" || reply.message.type === "typeout";

/** Returns a key that is the same for every call with the same message of the same customer. */
async function createKey({ sender, message }: CustomerMessage): Promise<string> {
  const id = "id" in message ? message.id : undefined;
  if (id === undefined) return crypto.randomUUID();
  const text = new TextEncoder().encode(JSON.stringify([sender.id, message.type, id]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
