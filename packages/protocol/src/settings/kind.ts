import type { Fields } from "./field.ts";

/** One kind of settings of which an account or the installation has rows. */
export interface ListKind {
  /** Kind of the rows in `settings_changed` and in audit actions, such as `tag`. */
  readonly kind: string;
  /** Path in the API: `tags` for /tags and /tags/:id. */
  readonly path: string;
  /** Name in messages and in the audit log: `There is no such tag.` */
  readonly label: string;
  /** Table of the rows. Absent: the rows are a list in a column of the installation. */
  readonly table?: string;
  /** Part of the provisioning file. */
  readonly part: string;
  /** `kind` of the entries, if several kinds have one part of the file. */
  readonly entryKind?: string;
  /** Field by which the file finds the row of an entry. May be a secret of format `key`. */
  readonly key: string;
  /** A reference that is a part of the key: bots of two providers may have one token. */
  readonly keyWith?: string;
  /** Several rows may have one key. The file must not repeat a whole entry. */
  readonly sharesKeys?: true;
  /** An entry of the file may be this field alone: `tags: [VIP]`. */
  readonly shortEntry?: string;
  /** Maximum rows of an account. Absent: no limit. */
  readonly max?: number;
  /** The account chooses the order of the rows: PUT /triggers/order. */
  readonly hasOrder?: true;
  readonly fields: Fields;
}

/** Settings that an account or the installation has once. */
export interface SingleKind {
  readonly kind: string;
  /** Absent: each account has them. */
  readonly of?: "installation";
  /** Path in the API: `routing` for /routing. Absent: only the file has the settings. */
  readonly path?: string;
  /** Field of answers that contains the values. Absent: the answer itself. */
  readonly within?: string;
  /** They may be absent: `within` is then null, PUT sets all fields, and DELETE removes them. */
  readonly optional?: true;
  /** Name in the audit log and in the plan of the file. */
  readonly label: string;
  /** Part of the file and key of `account.settings`. Absent: the file has other settings. */
  readonly part?: string;
  readonly fields: Fields;
}

export const singleKind = <const K extends SingleKind>(kind: K): K => kind;
/** Declares a kind. The compiler keeps the exact names and values of its fields. */
export const listKind = <const K extends ListKind>(kind: K): K => kind;
