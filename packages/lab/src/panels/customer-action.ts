import { createHash } from "node:crypto";
import type { CustomerAction, Fault, FormField, FormValues } from "./panel.ts";

export interface CustomerActionDeps<Customer> {
  /** The field with the name or address of the customer, called `customer`. */
  readonly field: FormField;
  /** Returns the customer with this name, or null if it is not valid. */
  readonly find: (name: string) => Customer | null;
  /** Called after each action without a fault. */
  readonly afterAction?: () => void;
}
type CreateAction<Customer> = (
  action: Omit<CustomerAction, "run">,
  run: (customer: Customer, values: FormValues) => Promise<Fault> | Fault,
) => CustomerAction;

/** Creates a function that builds the actions of a service. Each form begins with the customer. */
export function createActionBuilder<Customer>({
  field,
  find,
  afterAction,
}: CustomerActionDeps<Customer>): CreateAction<Customer> {
  return ({ name, label, fields }, run) => ({
    name,
    label,
    fields: [field, ...fields],
    async run(values) {
      const customer = find(values.text(field.name).trim());
      if (customer === null) return `Check the field “${field.label}”.`;
      const fault = await run(customer, values);
      if (fault === null) afterAction?.();
      return fault;
    },
  });
}

/** Returns a number of nine digits that is the same for this name in every run. */
export function createCustomerId(name: string): number {
  return 100_000_000 + (createHash("sha256").update(name).digest().readUInt32BE() % 900_000_000);
}

export const reactionLabel = "Reaction to the last answer";
export const emojiField: FormField = {
  name: "emoji",
  label: "Emoji (empty: take it back)",
  type: "text",
  initial: "👍",
};

export const missingText = "Enter a text.";
