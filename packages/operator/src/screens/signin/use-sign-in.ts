import { ApiError } from "@parlour/client";
import type { SecondStep } from "@parlour/protocol/api-session";
import { useRef, useState, type SubmitEvent } from "react";
import { useNow } from "../../ui/Time.tsx";
import type { SignInSearch } from "./search.ts";
import { t } from "./text.ts";
import type { useEnter } from "./use-enter.ts";

export type SignInForm = ReturnType<typeof useSignIn>;

/**
 * State of the sign-in form: values, missing fields, the last error and the remaining wait
 * (API-010).
 */
export function useSignIn(search: SignInSearch, enter: ReturnType<typeof useEnter>) {
  const [step, setStep] = useState<SecondStep["second_step"] | null>(null);
  const [email, setEmail] = useState(search.email ?? "");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<Missing>({});
  const [busy, setBusy] = useState(false);
  const refusal = useRefusal();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || refusal.left > 0) return;
    const lacks = lacksOf(email, password);
    setMissing(lacks);
    const lacking = lacks.email ? emailField : lacks.password ? passwordField : null;
    if (lacking) {
      lacking.current?.focus();
      return;
    }
    setBusy(true);
    try {
      setStep(await enter({ email: email.trim(), password }));
    } catch (error) {
      refusal.refuse(error);
      passwordField.current?.focus();
      passwordField.current?.select();
    } finally {
      setBusy(false);
    }
  };
  return { step, setStep, email, setEmail, password, setPassword, missing, busy, emailField, passwordField, submit, ...refusal };
}

interface Missing {
  email?: string;
  password?: string;
}

const lacksOf = (email: string, password: string): Missing => ({
  ...(email.trim() === "" && { email: t("signin.missing.email") }),
  ...(password === "" && { password: t("signin.missing.password") }),
});

/** State of the last error, and of the wait until the next attempt. */
function useRefusal() {
  const [noPasskey, setNoPasskey] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const left = Math.max(0, waitUntil - useNow(250, waitUntil > 0));
  return {
    noPasskey,
    failure,
    /** Both fields were rejected, not a single one. */
    wrong: isWrong(failure),
    /** Milliseconds until the next attempt is allowed. */
    left,
    refuse: (error: unknown) => {
      setFailure(error);
      if (error instanceof ApiError && error.status === 429) setWaitUntil(Date.now() + (error.retryAfterMs ?? 1000));
    },
    fail: (error: unknown) => {
      setNoPasskey(false);
      setFailure(error);
    },
    tellNoPasskey: () => setNoPasskey(true),
  };
}

function isWrong(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  const { status, field } = failure;
  return (status === 401 && field === null) || status === 429 || (status === 400 && field === "password");
}
