import type { ContactField } from "@parlour/protocol/api/visitors/contact-fields";
import { t } from "./text.ts";

export type { ContactField };

/** How screens show and edit a contact. */
interface ContactInput {
  /** The kind of its value. An email address and a phone number are links. */
  readonly type: "text" | "email" | "tel" | "paragraph";
}
const contactInputs: Readonly<Record<ContactField, ContactInput>> = {
  name: { type: "text" },
  email: { type: "email" },
  phone: { type: "tel" },
  description: { type: "paragraph" },
};

/** The contacts of a visitor in the order of screens. */
export const contactNames = Object.keys(contactInputs) as readonly ContactField[];

/** Returns the kind of the value of a contact. */
export const getContactType = (field: ContactField): ContactInput["type"] =>
  contactInputs[field].type;

export const getContactLabel = (field: ContactField): string => t(`contact.${field}`);
