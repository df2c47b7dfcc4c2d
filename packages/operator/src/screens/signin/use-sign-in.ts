import { ApiError } from "@parlour/client";
import type { SecondFactorRequired } from "@parlour/protocol/api/people/session";
import { useRef, useState, type SubmitEvent } from "react";
import { browserClock } from "../../state/clock.ts";
import { useNow } from "../../ui/time.ts";
import type { SignInSearch } from "./sign-in-search.ts";
import { t } from "../../ui/sign-in/text.ts";
import type { useCompleteSignIn } from "./use-complete-sign-in.ts";

export type SignInForm = ReturnType<typeof useSignIn>;

/** Manages the sign-in form: values, missing fields, last error, waiting time (API-010). */
export function useSignIn(
  search: SignInSearch,
  completeSignIn: ReturnType<typeof useCompleteSignIn>,
) {
  const [step, setStep] = useState<SecondFactorRequired["second_step"] | null>(null);
  const [email, setEmail] = useState(search.email ?? "");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<MissingFields>({});
  const [busy, setBusy] = useState(false);
  const signInError = useSignInError();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || signInError.left > 0) return;
    const missingFields = findMissingFields(email, password);
    setMissing(missingFields);
    const firstMissing = missingFields.email
      ? emailField
      : missingFields.password
        ? passwordField
        : null;
    if (firstMissing) {
      firstMissing.current?.focus();
      return;
    }
    setBusy(true);
    try {
      setStep(await completeSignIn({ email: email.trim(), password }));
    } catch (error) {
      signInError.refuse(error);
      passwordField.current?.focus();
      passwordField.current?.select();
    } finally {
      setBusy(false);
    }
  };
  return {
    step,
    setStep,
    email,
    setEmail,
    password,
    setPassword,
    missing,
    busy,
    emailField,
    passwordField,
    submit,
    ...signInError,
  };
}

interface MissingFields {
  email?: string | undefined;
  password?: string | undefined;
}

const findMissingFields = (email: string, password: string): MissingFields => ({
  email: email.trim() === "" ? t("signin.missing.email") : undefined,
  password: password === "" ? t("signin.missing.password") : undefined,
});

/** Manages the last error and the waiting time until the next attempt. */
function useSignInError() {
  const [noPasskey, setNoPasskey] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [waitUntil, setWaitUntil] = useState(0);
  const left = Math.max(0, waitUntil - useNow(250, waitUntil > 0));
  return {
    noPasskey,
    failure,
    /** Whether the server rejected the email address and password together. */
    wrong: isWrongCredentials(failure),
    /** Milliseconds until the next attempt is allowed. */
    left,
    refuse: (error: unknown) => {
      setFailure(error);
      if (error instanceof ApiError && error.status === 429)
        setWaitUntil(browserClock.now() + (error.retryAfterMs ?? 1000));
    },
    fail: (error: unknown) => {
      setNoPasskey(false);
      setFailure(error);
    },
    showNoPasskey: () => setNoPasskey(true),
  };
}

function isWrongCredentials(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  const { status, field } = failure;
  return (
    (status === 401 && field === null) || status === 429 || (status === 400 && field === "password")
  );
}
