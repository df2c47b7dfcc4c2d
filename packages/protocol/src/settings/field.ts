/**
 * Fields of settings as plain data. The service API, the provisioning file, the database statements
 * and the forms derive from them. Imports no schema library, so the operator application can load
 * it. The texts of the published documents are in `openapi/texts` of the server (API-455).
 */

/** What every type of field can say. `V`: its value on the wire. */
interface Common<V> {
  /** Rule of docs/spec that the field implements, for errors of the provisioning file. */
  readonly rule?: string;
  /** Value of an absent field. Without one, a new row needs the field. */
  readonly default?: V | null;
  /** A request must give the field and not null. An entry of the file may omit it. */
  readonly required?: true;
  /** A request may omit the field: the kind then adds the value (`complete`), not the default. */
  readonly completed?: true;
  /** `create`: a new row sets the field, a change does not. */
  readonly set?: "create";
  /** The only place where the field can be set. Answers contain it. Absent: API and file. */
  readonly only?: "api" | "file";
  /** The store of the kind has the value elsewhere than in a column of its table. */
  readonly elsewhere?: true;
  /**
   * Name in `account.settings`, if it is another one. Seconds are stored as milliseconds there.
   */
  readonly stored?: string;
  /** The right that a change of this field needs besides the right of the kind (CORE-165). */
  readonly needs?: "addresses" | null;
  /** The exported file contains the field even if it has its default. */
  readonly exported?: "always";
  /** The field is null unless the choice named `field`, in the same object, has the value `is`. */
  readonly shownIf?: { readonly field: string; readonly is: string };
}

interface TextField extends Common<string> {
  readonly type: "text";
  /** 1: required to be non-empty. */
  readonly min?: 0 | 1;
  /** Maximum number of code points. Absent: the format has a limit. */
  readonly max?: number;
  readonly format?: TextFormat;
  /** Format that only this field has. The schemas publish it. */
  readonly pattern?: string;
  /** White space around the text is kept, and the case of a key counts. */
  readonly exact?: true;
  /** Forms have several lines for it. */
  readonly lines?: true;
  /** Requests may have white space around the text, so their schema has no pattern. */
  readonly spaced?: true;
}
/** Formats that the server, the file and the form check with one function (`problems.ts`). */
export type TextFormat =
  | "url"
  | "email"
  | "provider_id"
  | "public_id"
  | "widget_id"
  | "shortcut"
  | "language"
  | "folder"
  | "base_url"
  | "domain"
  | "host"
  | "sender"
  | "color"
  | "origin"
  | "country"
  | "script_prefix";
/** A text that callers write and never read. Parlour generates it if it is absent. */
export interface SecretField extends Common<string> {
  readonly type: "secret";
  /**
   * `signing`: stored encrypted (CORE-124). `key`: only its hash is stored (CORE-125). `random`: a
   * part of an address (CH-002). `identity`: chosen by the site's server (WG-047).
   */
  readonly format: SecretFormat;
  /** Field of answers with the last four characters. Absent: answers do not show the secret. */
  readonly hint?: string;
  /** Field of the one answer that contains a generated secret. */
  readonly generated?: string;
  /** A row may have none, and Parlour generates none. */
  readonly optional?: true;
}
export type SecretFormat = "signing" | "key" | "random" | "identity";
/**
 * A password or key of another service, which people enter. It is stored encrypted and never read.
 * The file has only the name of its variable.
 */
export interface CredentialField extends Common<string> {
  readonly type: "credential";
  /** 0: an empty text removes the stored one, as null does. */
  readonly min: 0 | 1;
  readonly max: number;
  /** Field of answers that says whether one is stored. */
  readonly presence?: string;
  /**
   * Paths of the values that it was entered for. A change of one of them deletes the stored
   * credential, so that no other server or user gets it.
   */
  readonly boundTo?: readonly string[];
  /** People choose it, so not even its last characters are shown (CON-076). */
  readonly password?: true;
}
interface FlagField extends Common<boolean> {
  readonly type: "flag";
}
interface IntegerField extends Common<number> {
  readonly type: "integer";
  readonly min: number;
  readonly max: number;
  /** `s`: seconds, which people type as `2 min`. */
  readonly unit?: "s" | "days";
  /** 0 is a value too, below `min`. It switches something off. */
  readonly orZero?: true;
}
/** One value of a list. */
interface ChoiceField extends Common<string> {
  readonly type: "choice";
  readonly values: readonly string[];
}
/** Several values of a list. Their order has no meaning. */
interface ChoicesField extends Common<readonly string[]> {
  readonly type: "choices";
  readonly values: readonly string[];
  readonly min?: number;
  /** A request may contain a value twice, and this number of values. Absent: each value once. */
  readonly max?: number;
}
/** Several texts that are no choice of a list. */
interface TextsField extends Common<readonly string[]> {
  readonly type: "texts";
  readonly min?: number;
  readonly max: number;
  /** Maximum number of code points of each text. Absent: the format has a limit. */
  readonly length?: number;
  readonly filled?: true;
  /** With a format, equal texts are stored once. */
  readonly format?: TextFormat;
  readonly ordered?: true;
  /** A request may contain a text twice. */
  readonly repeats?: true;
  /** Forms have one text with a line or a word for each. Absent: the kind has its own control. */
  readonly typed?: "lines" | "words";
}
/** A time as RFC 3339 with a zone. */
interface TimeField extends Common<string> {
  readonly type: "time";
}
/**
 * Another row: an id in the API, a name in the file. The name of the field ends in `_id`, in the
 * file it does not.
 */
interface ReferenceField extends Common<number> {
  readonly type: "reference";
  readonly to: "operator" | "department" | "channel";
  /** Answers contain the row with its id and name, which the kind adds, instead of the id. */
  readonly as?: "object";
}
/**
 * Other rows: ids in the API, names in the file. null, if it is the default, means every row, also
 * later ones.
 */
interface ReferencesField extends Common<readonly number[]> {
  readonly type: "references";
  readonly to: "channel" | "department" | "operator";
  /** The file may name channels of this kind only. */
  readonly of?: "widget";
  readonly min?: number;
  readonly max: number;
  readonly ordered?: true;
}
/** Fields in an object of their own. Paths name them: `widget.accent`. */
export interface GroupField extends Common<never> {
  readonly type: "group";
  readonly fields: Fields;
  /**
   * A request may contain some of the fields, or no object. The others keep their values, or have
   * their defaults. Absent: a request contains all of them.
   */
  readonly merge?: true;
  /** A request omits optional fields without a value, which cannot be null. */
  readonly omitsEmpty?: true;
  /** The file has the fields in the entry itself, not in an object of their own. */
  readonly flatInFile?: true;
}
/**
 * A value with a shape of its own, such as working hours. Its schemas are with those of the kind.
 * The kind checks it, converts it for the file and has a control for it.
 */
interface CustomField extends Common<unknown> {
  readonly type: "custom";
  readonly value: CustomValue<unknown, unknown>;
}
/**
 * Carries the types of a custom value: as stored and in answers, and as requests and the file send
 * it. Empty at run time.
 */
export interface CustomValue<Stored, Sent> {
  readonly "~types"?: { readonly stored: Stored; readonly sent: Sent };
}
export const valueOf = <Stored, Sent = Stored>(): CustomValue<Stored, Sent> => ({});

export type Field =
  | TextField
  | SecretField
  | CredentialField
  | FlagField
  | IntegerField
  | ChoiceField
  | ChoicesField
  | TextsField
  | TimeField
  | ReferenceField
  | ReferencesField
  | GroupField
  | CustomField;
export type FieldType = Field["type"];
export type Fields = Readonly<Record<string, Field>>;

/** Returns the name of a field in the provisioning file: `operator` for `operator_id`. */
export const toFileName = (name: string, { type }: Field): string =>
  type === "reference" ? name.replace(/_id$/, "") : name;
