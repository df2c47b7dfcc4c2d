import type { FinishedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import type { AddressChoice, SignInValues } from "./sign-in-form.ts";

export interface SetUpDraft {
  readonly choice: AddressChoice;
  readonly values: SignInValues;
}

/** Returns the text that is kept while somebody is at the provider. It has no secrets. */
export const toDraft = ({ choice, values }: SetUpDraft): string =>
  JSON.stringify({ choice, values: { ...values, password: "", grant: "" } });

/** Returns the values with a sign-in that ended. Null if there were none. */
export function restoreDraft({ draft, grant }: FinishedMailSignIn): SetUpDraft | null {
  if (draft === "") return null;
  const { choice, values } = JSON.parse(draft) as SetUpDraft;
  return { choice, values: { ...values, grant: grant ?? "" } };
}
