import { deleteChannel } from "../store/settings/channel.ts";
import type { Present } from "../store/settings/provision.ts";
import type { Difference } from "./difference.ts";

interface Standing {
  readonly id: number;
  readonly managed: boolean;
}
/**
 * Plans resources that the file lists. Each one is matched with an existing resource or created.
 * Managed resources that the file no longer names are removed. `changing` returns null if nothing
 * differs.
 */
export function planFound<W, P extends Standing>(
  wanted: readonly W[],
  present: readonly P[],
  how: {
    readonly isFound: (wanted: W, present: P) => boolean;
    readonly coming: (wanted: W) => Difference;
    readonly changing: (wanted: W, found: P) => Difference | null;
    readonly leaving: (found: P) => Difference;
  },
): { differences: Difference[]; gone: Difference[] } {
  const seen = new Set<number>();
  const differences = wanted.flatMap((one) => {
    const found = present.find((p) => how.isFound(one, p));
    if (found === undefined) return [how.coming(one)];
    seen.add(found.id);
    return how.changing(one, found) ?? [];
  });
  return { differences, gone: present.filter((p) => p.managed && !seen.has(p.id)).map(how.leaving) };
}

/**
 * Joins the non-empty parts of a change. Adds a note if the file did not manage the resource
 * before.
 */
export function detailOf({ managed }: Standing, ...parts: readonly string[]): string {
  return [...parts, managed ? "" : "managed by the file"].filter((part) => part !== "").join("; ");
}

/** Plans the removal of a channel or widget. */
export function leavingChannel(word: "channel" | "widget", { id, name }: Standing & { readonly name: string }): Difference {
  return {
    sign: "-",
    subject: `${word} ${name}`,
    detail: "",
    kind: "channel",
    run: async ({ tx, account, now }) => {
      await deleteChannel(tx, account, id, now);
      return id;
    },
  };
}

/** Returns the lower-case, sorted emails of a channel's operators for comparison with a file. */
export function operatorEmails({ operators }: { readonly operators: readonly number[] }, present: Pick<Present, "operators">): string[] {
  return operators.map((id) => present.operators.find((o) => o.id === id)?.email.toLowerCase() ?? "").sort();
}
export function sameEmails(emails: readonly string[]): string[] {
  return emails.map((email) => email.toLowerCase()).sort();
}
