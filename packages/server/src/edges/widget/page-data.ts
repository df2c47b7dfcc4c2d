import type { PageField } from "@parlour/protocol/widget";
import {
  updateVisit,
  type PageAttributes,
  type PageData,
} from "../../core/chat/details/update-visit.ts";
import type { FieldClaims } from "../../core/field-values.ts";
import { pause } from "../../core/pause.ts";
import { cleanText, cutText } from "../../core/text.ts";
import type { FrameOfType } from "./handler-deps.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import type { JournalWriter } from "./deps.ts";
import { toHttpPage } from "./page-url.ts";
import { hasOpenChat, type VisitorConnection } from "./visitor-connection.ts";

/** Limits of WG-043: number of fields and characters per field. */
const pageDataLimits = {
  fields: 50,
  title: 100,
  key: 100,
  content: 1000,
  link: 2048,
  attributes: 30,
  attribute: 255,
} as const;

/** Average ms between writes of a connection. After a pause, 10 may follow at once (CORE-164). */
const writeIntervalMs = 500;
const maxBurst = 10;

interface PageDataDeps extends JournalWriter {
  readonly clock: Clock;
  readonly limits: Limits;
}

/**
 * Writes the latest data of the page to the open chat, and once more if the data changed during the
 * write (WG-041). Merges changes above the rate or the visitor's limit into the next write. Without
 * an open chat, the connection keeps the data for the next chat.
 */
export async function syncPageData(
  deps: PageDataDeps,
  connection: VisitorConnection,
): Promise<void> {
  if (connection.pageDataWrite !== "no" || !mayHaveOpenChat(connection)) {
    if (connection.pageDataWrite === "yes") connection.pageDataWrite = "again";
    return;
  }
  connection.pageDataWrite = "yes";
  try {
    do {
      await waitForTurn(deps, connection);
      connection.pageDataWrite = "yes";
      if (mayHaveOpenChat(connection)) await writePageData(deps, connection);
    } while (wasUpdatedMeanwhile(connection));
  } finally {
    connection.pageDataWrite = "no";
  }
}
/**
 * Returns whether the data belongs to an open chat. The message that opens a chat has the data of
 * its time. Later data is written behind it, even before the connection gets the chat.
 */
function mayHaveOpenChat(connection: VisitorConnection): boolean {
  return hasOpenChat(connection) || connection.isChatOpening;
}
/**
 * Returns whether the page data changed during the write. Inline, the comparison would not compile,
 * because TypeScript assumes the value that was assigned above.
 */
function wasUpdatedMeanwhile({ pageDataWrite }: VisitorConnection): boolean {
  return pageDataWrite === "again";
}

/** Resolves when the limits allow the next write of the connection. */
async function waitForTurn(
  { clock, limits }: PageDataDeps,
  connection: VisitorConnection,
): Promise<void> {
  for (;;) {
    const now = clock.monotonic();
    const usedUntil = Math.max(connection.pageDataBudgetUntil, now);
    const pauseMs = usedUntil - now - (maxBurst - 1) * writeIntervalMs;
    const quota = pauseMs > 0 ? null : await limits.take("visitor", connection.visitorId);
    if (quota?.ok === true) {
      connection.pageDataBudgetUntil = usedUntil + writeIntervalMs;
      return;
    }
    const waitMs = quota === null ? pauseMs : quota.retryAfterMs;
    await pause(clock, Math.max(1, Math.ceil(waitMs)));
  }
}

async function writePageData(
  { write }: JournalWriter,
  connection: VisitorConnection,
): Promise<void> {
  const { account, widget, customer, session, userToken, customData } = connection;
  const page = toHttpPage(connection.page);
  await write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    handler: updateVisit({
      channelId: widget.channelId,
      customer,
      session,
      userToken: userToken ?? undefined,
      page: page ?? undefined,
      ...toVisitChange(connection),
    }),
    bytes: 2_048 + (customData?.length ?? 0) * 2_048,
  });
}

/** Converts the page's data into the input of command handlers. */
export function toVisitChange({ customData, attributes, fields }: VisitorConnection): {
  readonly customData?: readonly PageData[] | undefined;
  readonly attributes?: PageAttributes | undefined;
  readonly fields?: FieldClaims | undefined;
} {
  return {
    customData: customData ?? undefined,
    attributes: attributes ?? undefined,
    fields,
  };
}

/** Returns the usable fields of a page, shortened to their limits (WG-043, WG-044). */
export function sanitizePageData(fields: readonly PageField[]): readonly PageData[] {
  const list: PageData[] = [];
  for (const field of fields.slice(0, pageDataLimits.fields)) {
    const title = truncateText(field.title, pageDataLimits.title);
    const key = truncateText(field.key, pageDataLimits.key);
    const content = truncateText(field.content, pageDataLimits.content);
    if (title !== "" || key !== "" || content !== "")
      list.push({
        title: title === "" ? null : title,
        key: key === "" ? null : key,
        content,
        link: toSafeLink(field.link),
      });
  }
  return list;
}
/** Returns the attributes of a page, shortened to their limits. A list can only be a field's. */
export function sanitizePageAttributes(
  attributes: FrameOfType<"attributes">["attributes"],
): PageAttributes {
  const sanitized: PageAttributes = {};
  for (const [name, value] of Object.entries(attributes).slice(0, pageDataLimits.attributes)) {
    if (typeof value === "object") continue;
    const key = truncateText(name, pageDataLimits.attribute);
    sanitized[key] =
      typeof value === "string" ? truncateText(value, pageDataLimits.content) : value;
  }
  return sanitized;
}

const linkSchemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);
/** Returns the link, or null if it is too long or has a forbidden scheme. */
function toSafeLink(link: string | undefined): string | null {
  const text = cleanText(link ?? "").trim();
  if (text === "" || cutText(text, pageDataLimits.link).cut || !URL.canParse(text)) return null;
  return linkSchemes.has(new URL(text).protocol) ? text : null;
}
function truncateText(text: string | undefined, max: number): string {
  return cutText(cleanText(text ?? ""), max).text;
}
