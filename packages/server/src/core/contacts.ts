import type { Visitor } from "./entity.ts";
import type { ContactField } from "@parlour/protocol/api/visitors/contact-fields";
import { cleanName } from "./text.ts";

export type { ContactField };

/** What the server does with one contact of a visitor (CORE-020). */
interface ContactRules {
  /** Maximum number of characters that visitors and pages can give. Longer values are cut. */
  readonly maxClaimLength: number;
  /** Removes what a value must not contain. A claimed value of which nothing remains is ignored. */
  readonly clean?: (value: string) => string;
  /** How two values are compared, if their notations can differ (CORE-290). */
  readonly comparedAs?: "email" | "phone";
  /** Whether operators find visitors by the value (API-120). */
  readonly isSearched: boolean;
  /** What masked roles receive (CORE-303). */
  readonly mask: "shown" | "null";
}

/**
 * The contacts of a visitor, in the order of forms and searches. A new contact does not compile
 * until it has a row, and everything that handles contacts follows from the rows.
 */
export const contacts: Readonly<Record<ContactField, ContactRules>> = {
  name: { maxClaimLength: 255, clean: cleanName, isSearched: true, mask: "shown" },
  email: { maxClaimLength: 255, comparedAs: "email", isSearched: true, mask: "shown" },
  phone: { maxClaimLength: 255, comparedAs: "phone", isSearched: true, mask: "shown" },
  description: { maxClaimLength: 1000, isSearched: false, mask: "shown" },
};

export const contactNames = Object.keys(contacts) as readonly ContactField[];
/** The contacts by which operators find visitors. */
export const searchedContacts = contactNames.filter((field) => contacts[field].isSearched);

/** Values of contacts. An absent one is not known or stays unchanged. */
export type ContactTexts = { readonly [F in ContactField]?: string | undefined };
/** The contacts of a visitor. One that was added later is absent from older visitors. */
export type ContactOwner = { readonly [F in ContactField]?: Visitor[F] };

export function mapContacts<T>(create: (field: ContactField) => T): Record<ContactField, T> {
  return Object.fromEntries(contactNames.map((field) => [field, create(field)])) as Record<
    ContactField,
    T
  >;
}
