import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Field, SignedLinkRequest } from "@parlour/protocol/api";
import { toFieldValue } from "../../../../ui/fields/values/field-value.ts";

/** A name with its value, as typed. */
export interface FieldRow {
  readonly name: string;
  readonly value: string;
}
export interface SignForm {
  readonly rows: readonly FieldRow[];
  readonly user: { id: string; name: string; email: string; phone: string };
  /** Lifetime in s, or "" without an end. */
  readonly validFor: string;
}

export const emptyForm: SignForm = {
  rows: [{ name: "", value: "" }],
  user: { id: "", name: "", email: "", phone: "" },
  validFor: "86400",
};

/** Most fields of a link. A page cannot set more (WG-210). */
export const maxRows = 30;

/** Lifetimes in s, or "" without an end. A user allows only those up to a day (WG-047). */
export const listLifetimes = ({ user }: SignForm): readonly string[] =>
  user.id.trim() === "" ? ["3600", "86400", "2592000", "31536000", ""] : ["3600", "86400"];

/** Returns the request for the form. `fields`: those that pages may set. */
export function toRequest(form: SignForm, fields: readonly Field[]): SignedLinkRequest {
  const values = form.rows.flatMap(({ name, value }) => {
    const field = fields.find(({ key }) => key === name.trim());
    const claim = toClaim(value, field);
    return name.trim() === "" || claim === null ? [] : [[name.trim(), claim] as const];
  });
  const { id, name, email, phone } = form.user;
  const trim = (text: string): string | undefined => text.trim() || undefined;
  const contacts = omitAbsent({ name: trim(name), email: trim(email), phone: trim(phone) });
  const userId = trim(id);
  const lifetime = listLifetimes(form).includes(form.validFor) ? form.validFor : "86400";
  return omitAbsent({
    fields: values.length === 0 ? undefined : Object.fromEntries(values),
    user: userId === undefined ? undefined : { id: userId, ...contacts },
    valid_s: lifetime === "" ? undefined : Number(lifetime),
  });
}

type Claim = NonNullable<SignedLinkRequest["fields"]>[string];

/** Returns the value in the form that the kind of the field demands (FLD-010). */
function toClaim(value: string, field: Field | undefined): Claim | null {
  if (field === undefined) return value.trim() === "" ? null : value.trim();
  const options = value
    .split(",")
    .map((option) => option.trim())
    .filter((option) => option !== "");
  return toFieldValue(field, field.kind === "several_of" ? options : value) as Claim | null;
}

/** Returns the names of the inputs that prevent signing. */
export function findProblems(form: SignForm): { readonly id: boolean; readonly empty: boolean } {
  const { id, ...contacts } = form.user;
  const hasUser = id.trim() !== "";
  const hasField = form.rows.some(({ name, value }) => name.trim() !== "" && value.trim() !== "");
  return {
    id: !hasUser && Object.values(contacts).some((text) => text.trim() !== ""),
    empty: !hasUser && !hasField,
  };
}
