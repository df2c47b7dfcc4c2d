import type { CommandHandler } from "../command.ts";
import { formatTime } from "../chat/create.ts";
import { fail } from "../failure.ts";
import type { NewEvent, VisitorData } from "../event.ts";
import { resolveVisitor } from "../visitor/resolve.ts";

/** A person of another system as a visitor. Absent values are unknown. */
export interface ImportedPerson {
  readonly channelId: number;
  /** The id that the owner's site gave them. Absent: none. */
  readonly customer?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly description?: string | undefined;
  /** In milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}
export interface ImportedPersonAnswer {
  readonly visitor: number;
  readonly result: "new" | "changed" | "unchanged";
}

/**
 * Creates or updates the visitor of a person of another system (MV-020). Subject: `{customer}`.
 * Failure: `channel_disabled` if the channel was deleted.
 */
export function importPerson(person: ImportedPerson): CommandHandler<ImportedPersonAnswer> {
  return (context) => {
    if (!context.config.channels.has(person.channelId))
      return fail("channel_disabled", "The channel of the import was deleted.");
    const isNew = context.visitor === null;
    const { customer = null, fields, name, email, phone, description } = person;
    const { visitor, events } = resolveVisitor(
      context,
      { customer, name, email, phone, description, fields: { source: "import", values: fields } },
      "import",
    );
    const created = isNew ? withCreationTime(visitor, person.createdAt, context.now) : visitor;
    return {
      isImport: true,
      events: events.map((event): NewEvent =>
        event.name === "visitor_created" ? { ...event, visitor: created } : event,
      ),
      answer: {
        visitor: visitor.id,
        result: isNew ? "new" : events.length > 0 ? "changed" : "unchanged",
      },
    };
  };
}

const withCreationTime = (visitor: VisitorData, at: number | undefined, now: number): VisitorData =>
  at === undefined ? visitor : { ...visitor, created_at: formatTime(Math.min(at, now)) };
