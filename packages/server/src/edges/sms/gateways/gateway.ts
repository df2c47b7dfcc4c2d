/** A text or a JSON value with placeholders, such as `{to}`. */
export type Template = string | readonly Template[] | { readonly [name: string]: Template };

/** The name of a field, or a JSON Pointer to it such as `/messages/0/status`. */
export type FieldPath = string;

/** How an HTTP gateway sends and receives SMS (SMS-002). docs/operate/sms.md explains each part. */
export interface Gateway {
  readonly send: {
    readonly method: "GET" | "POST";
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** How the fields are sent. */
    readonly as: "form" | "json" | "query";
    readonly fields: Readonly<Record<string, Template>>;
  };
  readonly response: {
    /** The id of the message at the gateway. null: it gives none. */
    readonly id: FieldPath | null;
    readonly error: FieldPath | null;
    /** null: a status below 300 is success. `repeatable`: after these, a repeat may succeed. */
    readonly success: {
      readonly at: FieldPath;
      readonly is: readonly string[];
      readonly repeatable: readonly string[];
    } | null;
  };
  readonly incoming: {
    readonly id: FieldPath | null;
    readonly from: FieldPath;
    readonly to: FieldPath | null;
    readonly text: FieldPath;
    readonly time: FieldPath | null;
  };
  /** null: the gateway sends no receipts. */
  readonly receipt: {
    readonly id: FieldPath | null;
    /** The value of `{id}`, if the gateway returns it. */
    readonly mark: FieldPath | null;
    readonly to: FieldPath | null;
    readonly status: FieldPath;
    readonly error: FieldPath | null;
    readonly delivered: readonly string[];
    readonly failed: readonly string[];
  } | null;
  /** How requests of the gateway prove their sender, besides the secret in the address. */
  readonly check:
    | { readonly how: "basic" }
    | {
        readonly how: "hmac-sha256";
        readonly header: string;
        readonly encoding: "hex" | "base64";
        readonly prefix: string;
      }
    | null;
  /** Body of the response to requests of the gateway. null: JSON. */
  readonly answer: { readonly type: string; readonly text: string } | null;
}
