import type { ContactClaims, FieldInput } from "@parlour/protocol/widget";
import type { FieldMode } from "@parlour/protocol/settings/widget-settings";
import { useState } from "preact/hooks";
import { isEmail, normalizePhone } from "../../../contact-formats.ts";
import type { RequestFailure } from "../../state/state.ts";
import { contactFields, type ContactField } from "../../state/pane.ts";
import { getConsentText } from "./Field.tsx";
import { useOwnFields, type OwnFieldsState } from "./use-own-fields.ts";
import type { ViewProps } from "../view-props.ts";

type FieldErrors = Readonly<
  Partial<Record<ContactField | "text" | "consent" | "form" | `fields.${string}`, string>>
>;
export interface ContactsForm {
  readonly values: Readonly<Record<ContactField, string>>;
  readonly problems: FieldErrors;
  readonly isSending: boolean;
  readonly consent: boolean;
  readonly own: OwnFieldsState;
  set(field: ContactField, value: string): void;
  readonly agree: (given: boolean) => void;
  /**
   * Validates and sends the fields. Resolves with true on success, otherwise shows the errors.
   * `more` contains errors of the surrounding form.
   */
  send(
    more: FieldErrors,
    how: (
      claims: ContactClaims,
      consent: string | null,
      fields: FieldInput | undefined,
    ) => Promise<RequestFailure | null>,
  ): Promise<boolean>;
}

/**
 * Manages the contact fields, and the own fields with the given keys. Validates to avoid useless
 * requests; the server decides.
 */
export function useContactsForm(
  { model, t }: ViewProps,
  modes: Readonly<Record<ContactField, FieldMode>>,
  keys: readonly string[],
): ContactsForm {
  const [values, setValues] = useState<Record<ContactField, string>>(() => {
    const known = (field: ContactField): string => model.contacts[field] ?? "";
    return {
      name: known("name"),
      email: known("email"),
      phone: known("phone"),
      description: known("description"),
    };
  });
  const [problems, setProblems] = useState<FieldErrors>({});
  const [isSending, setSending] = useState(false);
  const [consent, setConsent] = useState(false);
  const clearProblem = (name: keyof FieldErrors): void =>
    setProblems(({ [name]: _removed, form: _form, ...rest }) => rest);
  const own = useOwnFields(model.face, keys, clearProblem);
  const requiredConsent = getConsentText(model.face, t.language);

  const check = (): FieldErrors => {
    const errors: Record<string, string> = own.findErrors(t);
    for (const field of contactFields) {
      const value = values[field].trim();
      if (modes[field] === "off") continue;
      if (modes[field] === "required" && value === "") errors[field] = t("missing");
      else if (value !== "" && field === "email" && !isEmail(value)) errors[field] = t("badEmail");
      else if (value !== "" && field === "phone" && normalizePhone(value) === null)
        errors[field] = t("badPhone");
    }
    if (requiredConsent !== null && !consent) errors["consent"] = t("consentMissing");
    return errors;
  };
  const claims = (): ContactClaims => {
    const claimed: Partial<Record<ContactField, string>> = {};
    for (const field of contactFields)
      if (modes[field] !== "off" && values[field].trim() !== "")
        claimed[field] = values[field].trim();
    return claimed;
  };
  return {
    values,
    problems,
    isSending,
    consent,
    own,
    set(field, value) {
      setValues((all) => ({ ...all, [field]: value }));
      clearProblem(field);
    },
    agree(given) {
      setConsent(given);
      clearProblem("consent");
    },
    async send(more, how) {
      const errors = { ...check(), ...more };
      setProblems(errors);
      if (Object.keys(errors).length > 0) {
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>('.pw-win [aria-invalid="true"]')?.focus(),
        );
        return false;
      }
      setSending(true);
      const failure = await how(claims(), requiredConsent, own.listValues());
      setSending(false);
      if (failure === null) return true;
      setProblems(toFieldErrors(failure, t));
      return false;
    },
  };
}

function toFieldErrors({ code, field }: RequestFailure, t: ViewProps["t"]): FieldErrors {
  const name = field?.split(".").at(-1) ?? "";
  if (name === "email") return { email: t("badEmail") };
  if (name === "phone") return { phone: t("badPhone") };
  if (name === "text" || name === "message")
    return { text: t(code === "text_required" ? "missing" : "tooLong") };
  if (field?.startsWith("fields.")) return { [field]: t("badValue") };
  if (code === "rate_limited") return { form: t("tooFast") };
  return { form: t("wentWrong") };
}
