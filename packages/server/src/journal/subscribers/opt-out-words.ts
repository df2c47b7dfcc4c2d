import { isMessenger, listOptOutKeys } from "../../core/broadcast/recipient.ts";
import { isImportedEntry } from "../../core/move-in/imported-entry.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { Message } from "../../core/entity.ts";
import type { VisitorData } from "../../core/event.ts";
import type { Sql } from "../../store/database/sql.ts";
import { storeRefusals } from "../../store/mail/refusal.ts";
import type { JournalEntry } from "../entry.ts";
import {
  startDurableConsumer,
  type ConsumerDeps,
  type DurableConsumer,
} from "./durable-consumer.ts";

export interface OptOutWordDeps extends ConsumerDeps {
  readonly journal: ConsumerDeps["journal"] & {
    readonly config: (account: number) => Promise<AccountConfig>;
  };
  readonly db: Sql;
}

/** The whole message, in the frame of an entry. */
const stopWord = /"text":"\s*(?:stop|стоп)\s*[.!]?\s*"/iu;

/**
 * Starts the subscriber that stores an opt-out when a visitor of a messenger answers with one word
 * (BC-032). Mail has a link instead, because people quote mails.
 */
export function startOptOutWordSubscriber(deps: OptOutWordDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "opt_out_words",
    minIntervalMs: 0,
    isRelevant: ({ name, frame }) =>
      name === "message_created" && stopWord.test(frame) && !isImportedEntry({ name, frame }),
    async handle(entries) {
      for (const entry of entries) await storeOptOut(deps, entry);
    },
  });
}

async function storeOptOut({ db, journal }: OptOutWordDeps, entry: JournalEntry): Promise<void> {
  const { account, channelId, visitorId, at, frame } = entry;
  const { message } = (JSON.parse(frame) as { readonly data: { readonly message: Message } }).data;
  const kind = (await journal.config(account)).channels.get(channelId ?? 0)?.kind;
  if (message.author.kind !== "visitor" || !isMessenger(kind)) return;
  const [visitor] = await db.query<{ customer: string; body: string }>(
    "select customer, body from visitor where account_id = $1 and id = $2",
    [account, visitorId],
  );
  if (visitor === undefined) return;
  const keys = listOptOutKeys(kind, {
    customer: visitor.customer,
    visitor: JSON.parse(visitor.body) as VisitorData,
    channelKind: kind,
  });
  await storeRefusals(db, account, keys, { at, source: "word" });
}
