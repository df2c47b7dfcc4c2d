import { createSystemMessage } from "../chat/create.ts";
import type { CommandHandler } from "../command.ts";
import type { NewEvent } from "../event.ts";
import { mergeContact } from "./resolve.ts";

/** A new phone number of a customer, as the service of the channel reports it. */
export interface PhoneChange {
  readonly oldPhone: string;
  readonly newPhone: string;
}

/**
 * Stores the new phone number of a visitor, and a line in the running chat (CORE-313). A visitor
 * who writes from the new number is then suggested as the same person (CORE-290). A repeat changes
 * nothing. Subject: `{customer}`. Result: `{"isKnown":boolean}`.
 */
export function changePhone({ oldPhone, newPhone }: PhoneChange): CommandHandler {
  return (context) => {
    const visitor = context.visitor?.entity;
    if (visitor === undefined) return { events: [], answer: '{"isKnown":false}' };
    const claim = { value: newPhone, source: "channel" } as const;
    const phone = mergeContact(context, visitor, "phone", claim);
    if (phone === visitor.phone) return { events: [], answer: '{"isKnown":true}' };
    const change = `${oldPhone} → ${newPhone}`;
    const chat = context.currentChat?.entity;
    const events: NewEvent[] = [{ name: "visitor_updated", visitor: { ...visitor, phone } }];
    if (chat !== undefined)
      events.push(
        createSystemMessage(
          context,
          chat.id,
          { code: "phone_changed", detail: change },
          `The visitor changed their phone number: ${change}`,
        ),
      );
    return { events, answer: '{"isKnown":true}' };
  };
}
