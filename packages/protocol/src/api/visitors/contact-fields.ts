import type { Contact, Visitor } from "../../entity/visitor.ts";

/** The contacts of a visitor: the fields of the entity that contain a value with its source. */
export type ContactField = {
  [F in keyof Visitor]-?: Contact extends Visitor[F] ? F : never;
}[keyof Visitor];

/** What requests and responses need of a contact. */
interface ContactShape {
  /** Maximum number of characters that an operator can enter. */
  readonly maxLength: number;
  /** Name of the list with the values of all visitors of a person (CORE-291). */
  readonly plural: string;
}

/** All contacts, as plain data that applications can read without the schemas (CORE-020). */
export const contactFields = {
  name: { maxLength: 255, plural: "names" },
  email: { maxLength: 255, plural: "emails" },
  phone: { maxLength: 255, plural: "phones" },
  description: { maxLength: 2000, plural: "descriptions" },
} as const satisfies Readonly<Record<ContactField, ContactShape>>;
