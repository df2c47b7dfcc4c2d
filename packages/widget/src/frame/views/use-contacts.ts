import type { ContactClaims } from "@parlour/protocol/widget";
import type { FieldMode } from "@parlour/protocol/widget-settings";
import { useState } from "preact/hooks";
import { isEmail, phoneNumber } from "../../addresses.ts";
import type { Failure } from "../model.ts";
import { contactFields, type ContactField } from "../pane.ts";
import { consentText } from "./Field.tsx";
import type { View } from "./view.ts";

export type Problems = Readonly<Partial<Record<ContactField | "text" | "consent" | "form", string>>>;
export interface ContactsState {
  readonly values: Readonly<Record<ContactField, string>>;
  readonly problems: Problems;
  readonly isSending: boolean;
  readonly consent: boolean;
  set(field: ContactField, value: string): void;
  readonly agree: (given: boolean) => void;
  /**
   * Validates and sends. Resolves with true on success, else shows the errors. `more`: errors of
   * the surrounding form.
   */
  send(more: Problems, how: (claims: ContactClaims, consent: string | null) => Promise<Failure | null>): Promise<boolean>;
}

/** State of the contact fields. Validated here to save a request; the server decides. */
export function useContacts({ model, t }: Pick<View, "model" | "t">, modes: Readonly<Record<ContactField, FieldMode>>): ContactsState {
  const [values, setValues] = useState<Record<ContactField, string>>(() => {
    const known = (field: ContactField): string => model.contacts[field] ?? "";
    return { name: known("name"), email: known("email"), phone: known("phone"), description: known("description") };
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setSending] = useState(false);
  const [consent, setConsent] = useState(false);
  const asked = consentText(model.face, t.language);

  const check = (): Problems => {
    const found: Record<string, string> = {};
    for (const field of contactFields) {
      const value = values[field].trim();
      if (modes[field] === "off") continue;
      if (modes[field] === "required" && value === "") found[field] = t("missing");
      else if (value !== "" && field === "email" && !isEmail(value)) found[field] = t("badEmail");
      else if (value !== "" && field === "phone" && phoneNumber(value) === null) found[field] = t("badPhone");
    }
    if (asked !== null && !consent) found["consent"] = t("consentMissing");
    return found;
  };
  const claims = (): ContactClaims => {
    const said: Partial<Record<ContactField, string>> = {};
    for (const field of contactFields) if (modes[field] !== "off" && values[field].trim() !== "") said[field] = values[field].trim();
    return said;
  };
  return {
    values,
    problems,
    isSending,
    consent,
    set(field, value) {
      setValues((all) => ({ ...all, [field]: value }));
      setProblems(({ [field]: _gone, form: _form, ...rest }) => rest);
    },
    agree(given) {
      setConsent(given);
      setProblems(({ consent: _gone, ...rest }) => rest);
    },
    async send(more, how) {
      const found = { ...check(), ...more };
      setProblems(found);
      if (Object.keys(found).length > 0) {
        requestAnimationFrame(() => document.querySelector<HTMLElement>('.pw-win [aria-invalid="true"]')?.focus());
        return false;
      }
      setSending(true);
      const failure = await how(claims(), asked);
      setSending(false);
      if (failure === null) return true;
      setProblems(problemOf(failure, t));
      return false;
    },
  };
}

function problemOf({ code, field }: Failure, t: View["t"]): Problems {
  const name = field?.split(".").at(-1) ?? "";
  if (name === "email") return { email: t("badEmail") };
  if (name === "phone") return { phone: t("badPhone") };
  if (name === "text" || name === "message") return { text: t(code === "text_required" ? "missing" : "tooLong") };
  if (code === "rate_limited") return { form: t("tooFast") };
  return { form: t("wentWrong") };
}
