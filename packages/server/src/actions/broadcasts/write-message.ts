import {
  filledText,
  fillVariables,
  getVisitorVariables,
  type VariableVisitor,
} from "@parlour/protocol/reply-text";
import type { BroadcastChannel } from "../../core/broadcast/recipient.ts";
import {
  sendBroadcastMessage,
  type SentBroadcastMessage,
} from "../../core/broadcast/send-broadcast-message.ts";
import { fillTemplate } from "../../core/channel/template.ts";
import type { AccountConfig, IdempotencyKey, WriteCommand } from "../../core/command.ts";
import { countCommandBytes } from "../../core/command-size.ts";
import type { MessageTemplate } from "../../core/entity.ts";
import { isFailure, Refusal } from "../../core/failure.ts";
import type { BroadcastContent, BroadcastRecord } from "../../store/broadcasts/broadcast.ts";

/** The content of a broadcast for one visitor. */
interface FilledContent {
  readonly subject?: string | undefined;
  readonly text: string;
  readonly template?: MessageTemplate | undefined;
}

/** Fills the variables of a broadcast. Throws Refusal if a parameter of a template is empty. */
export function fillContent(
  { subject, text = "", template }: BroadcastContent,
  visitor: VariableVisitor,
  names: Parameters<typeof getVisitorVariables>[1],
): FilledContent {
  const values = getVisitorVariables(visitor, names);
  const fill = (one: string): string => filledText(fillVariables(one, values));
  if (template === undefined)
    return { text: fill(text), subject: subject === undefined ? undefined : fill(subject) };
  const parameters = Object.fromEntries(
    Object.entries(template.values.parameters).map(([name, value]) => [name, fill(value)]),
  );
  const filled = fillTemplate([template.source], { ...template.values, parameters });
  if (isFailure(filled)) throw new Refusal(filled);
  return filled;
}

/** Who gets a message: the visitor whose values it has, and address and name of the recipient. */
export interface MessageTarget {
  readonly visitor: VariableVisitor;
  readonly address: string;
  readonly name: string | undefined;
}

/** Writes it once per key. Throws Refusal, definite unless the database is unavailable. */
export async function writeMessage(
  deps: {
    readonly write: WriteCommand;
    readonly config: (account: number) => Promise<AccountConfig>;
  },
  account: number,
  {
    broadcast,
    channel,
    key,
  }: {
    readonly broadcast: BroadcastRecord;
    readonly channel: BroadcastChannel & { readonly name: string };
    readonly key: IdempotencyKey | null;
  },
  target: MessageTarget,
): Promise<SentBroadcastMessage> {
  const { id, name, operatorId, content } = broadcast;
  const { visitor, address } = target;
  const operator = (await deps.config(account)).operators.get(operatorId)?.name ?? "";
  const filled = fillContent(content, visitor, { operator, channel: channel.name });
  const contacts = {
    name: target.name,
    email: channel.kind === "mail" ? address : undefined,
    phone: channel.kind === "whatsapp" ? visitor.phone?.value : undefined,
  };
  const to = { address, name: target.name ?? "", source: "operator" } as const;
  const { answer } = await deps.write({
    account,
    subject: { customer: { channelId: channel.id, key: address } },
    handler: sendBroadcastMessage({
      operatorId,
      channel,
      address,
      contacts,
      text: filled.text,
      email:
        channel.kind === "mail"
          ? { subject: filled.subject ?? "", to: [to], cc: [], bcc: [] }
          : undefined,
      template: filled.template,
    }),
    cause: { kind: "broadcast", id, name },
    bytes: countCommandBytes(filled.text.length),
    idempotency: key ?? undefined,
  });
  return answer;
}
