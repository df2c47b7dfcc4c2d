import { randomBytes } from "node:crypto";
import type { SettingsKind } from "../core/event.ts";
import type { Sql } from "../store/sql.ts";

/** One difference between file and installation, and how to remove it. */
export interface Difference {
  /** `+` comes, `~` changes, `-` goes. */
  readonly sign: "+" | "~" | "-";
  /** `operator bob@example.test`. */
  readonly subject: string;
  /** What changes, without any secret; empty for `+` and `-`. */
  readonly detail: string;
  readonly kind: SettingsKind;
  /** Carries it out; answers the id of the row. */
  readonly run: (to: Target) => Promise<number | null>;
}
/** Where differences are carried out; filled as they run. */
export interface Target {
  readonly tx: Sql;
  account: number;
  readonly now: number;
  readonly secrets: { readonly seal: (text: string) => Buffer; readonly open: (sealed: Buffer) => string };
  /** Lower-case e-mail to id. */
  readonly operators: Map<string, number>;
  /** Public id to id. */
  readonly channels: Map<string, number>;
  readonly made: Made;
  /** Other accounts whose settings changed too. */
  readonly elsewhere: Set<number>;
}
/** What exists only now and can be shown once. */
export interface Made {
  readonly channels: {
    readonly name: string;
    readonly publicId: string;
    readonly randomString: string | null;
    readonly secret: string | null;
  }[];
  /** Signing secrets of new bots and webhooks that the file gives none. */
  readonly secrets: { readonly subject: string; readonly secret: string }[];
  /** New operators whom the file gives no password, with the path of the link that lets them set one. */
  readonly invitations: { readonly email: string; readonly path: string; readonly expiresAt: number }[];
}
/** Id of an operator by e-mail; every reference was checked before, so a miss is a bug. */
export function operatorId(to: Target, email: string): number {
  const id = to.operators.get(email.toLowerCase());
  if (id === undefined) throw new Error(`no operator ${email}`);
  return id;
}

/** The same for a channel by its public id. */
export function channelId(to: Target, publicId: string): number {
  const id = to.channels.get(publicId);
  if (id === undefined) throw new Error(`no channel ${publicId}`);
  return id;
}

/** `name "a" → "b"; enabled true → false` for the keys of `next` that differ. */
export function changes(before: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>): string {
  return Object.entries(next)
    .filter(([name, value]) => JSON.stringify(before[name] ?? null) !== JSON.stringify(value))
    .map(([name, value]) => `${name} ${JSON.stringify(before[name] ?? null)} → ${JSON.stringify(value)}`)
    .join("; ");
}

/** A time as a plan shows it; null: none. */
export const timeText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Characters `[A-Za-z0-9]` from a cryptographic source (CH-002). */
export function randomText(length: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let text = "";
  while (text.length < length) {
    // Bytes above the largest multiple of 62 would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += letters[byte % 62];
  }
  return text;
}
