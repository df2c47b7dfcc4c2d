import type { PageField } from "@parlour/protocol/widget";
import { updateVisit, type PageAttributes, type PageData } from "../../core/chat/update-visit.ts";
import { cleanText, cutText } from "../../core/chat/text.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { httpPage } from "./page.ts";
import { isRunning, type Seat } from "./seat.ts";

/** Limits of WG-043: counts and characters. */
const most = { fields: 50, title: 100, key: 100, content: 1000, link: 2048, attributes: 30, attribute: 255 } as const;

/** A connection writes twice a second, and up to 10 times at once after a pause (CORE-164). */
const spacingMs = 500;
const atOnce = 10;

type DescribeDeps = Pick<WidgetEdgeDeps, "write" | "clock" | "limits">;

/**
 * Writes the page's latest data to the open chat, and once more if it changed during the write
 * (WG-041). Changes beyond the rate or the visitor's limit are merged into the next write. Without
 * an open chat, the data stays in the connection for the next chat.
 */
export async function describe(deps: DescribeDeps, seat: Seat): Promise<void> {
  if (seat.describing !== "no" || !isRunning(seat)) {
    if (seat.describing === "yes") seat.describing = "again";
    return;
  }
  seat.describing = "yes";
  try {
    do {
      await turn(deps, seat);
      seat.describing = "yes";
      if (isRunning(seat)) await writeVisit(deps, seat);
    } while (isSaidAnew(seat));
  } finally {
    seat.describing = "no";
  }
}
/** A function, because the connection changes during the write. */
function isSaidAnew({ describing }: Seat): boolean {
  return describing === "again";
}

/** Resolves when the connection may write again. */
async function turn({ clock, limits }: DescribeDeps, seat: Seat): Promise<void> {
  for (;;) {
    const now = clock.monotonic();
    const usedUntil = Math.max(seat.describedUntil, now);
    const pauseMs = usedUntil - now - (atOnce - 1) * spacingMs;
    const taken = pauseMs > 0 ? null : limits.take("visitor", seat.visitorId);
    if (taken?.ok === true) {
      seat.describedUntil = usedUntil + spacingMs;
      return;
    }
    const waitMs = taken === null ? pauseMs : taken.retryAfterMs;
    await new Promise<void>((resolve) => void clock.scheduleAt(clock.now() + Math.max(1, Math.ceil(waitMs)), resolve));
  }
}

async function writeVisit({ write }: Pick<WidgetEdgeDeps, "write">, seat: Seat): Promise<void> {
  const { account, widget, customer, session, userToken, customData, attributes } = seat;
  const page = httpPage(seat.page);
  await write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    handler: updateVisit({
      channelId: widget.channelId,
      customer,
      session,
      ...(userToken === null ? {} : { userToken }),
      ...(page === null ? {} : { page }),
      ...saidOf({ customData, attributes }),
    }),
    bytes: 2_048 + (customData?.length ?? 0) * 2_048,
  });
}

/** Converts the page's data into the input of command handlers. */
export function saidOf({ customData, attributes }: Pick<Seat, "customData" | "attributes">): {
  readonly customData?: readonly PageData[];
  readonly attributes?: PageAttributes;
} {
  return { ...(customData === null ? {} : { customData }), ...(attributes === null ? {} : { attributes }) };
}

/** Returns the usable fields of a page, cut to their limits (WG-043, WG-044). */
export function pageData(fields: readonly PageField[]): readonly PageData[] {
  const list: PageData[] = [];
  for (const field of fields.slice(0, most.fields)) {
    const title = shortText(field.title, most.title);
    const key = shortText(field.key, most.key);
    const content = shortText(field.content, most.content);
    if (title !== "" || key !== "" || content !== "")
      list.push({ title: title === "" ? null : title, key: key === "" ? null : key, content, link: linkOf(field.link) });
  }
  return list;
}
export function pageAttributes(given: Readonly<Record<string, string | number | boolean>>): PageAttributes {
  const entries = Object.entries(given).slice(0, most.attributes);
  return Object.fromEntries(
    entries.map(([key, value]) => [shortText(key, most.attribute), typeof value === "string" ? shortText(value, most.content) : value]),
  );
}

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);
/** Returns null if the link is too long or has another scheme. */
function linkOf(link: string | undefined): string | null {
  const text = cleanText(link ?? "").trim();
  if (text === "" || cutText(text, most.link).cut || !URL.canParse(text)) return null;
  return schemes.has(new URL(text).protocol) ? text : null;
}
function shortText(text: string | undefined, max: number): string {
  return cutText(cleanText(text ?? ""), max).text;
}
