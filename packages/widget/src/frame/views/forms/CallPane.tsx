// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { WidgetCall } from "@parlour/protocol/widget";
import { useState } from "preact/hooks";
import { getLocale } from "../../text/time.ts";
import type { TextKey } from "../../../texts/en/first.ts";
import { normalizePhone } from "../../../contact-formats.ts";
import { isCallActive } from "../../state/reducer.ts";
import { getAccountText } from "../../text/account-text.ts";
import css from "./call.css?inline";
import { Consent, getConsentText, Field, FormError } from "./Field.tsx";
import { Icon } from "../Icon.tsx";
import "../note-styles.ts";
import { PhoneIcon } from "./PhoneIcon.tsx";
import { addStyles } from "../styles.ts";
import type { TextProps, ViewProps } from "../view-props.ts";
import "../button-styles.ts";

addStyles(css);

/**
 * The pane for requesting a call (WG-031, WG-061): the form, the progress, and the result (WG-073).
 */
export function CallPane(view: ViewProps) {
  const { model, actions, t } = view;
  const [dismissedCallId, setDismissedCallId] = useState<number | null>(null);
  const { call } = model;
  const isShown = call !== null && (isCallActive(call) || dismissedCallId !== call.id);
  const back = (
    <button
      type="button"
      class="pw-btn pw-btn--quiet pw-btn--wide"
      onClick={() => actions.move("chat_tab")}
    >
      {t("writeInstead")}
    </button>
  );
  if (!isShown) return <CallForm {...view} back={back} />;
  return (
    <>
      <div class="pw-body" {...tabPanel(model.state)}>
        {isCallActive(call) ? <CallSteps call={call} t={t} /> : <CallResult call={call} t={t} />}
      </div>
      <div class="pw-foot">
        {isCallActive(call) ? null : (
          <button
            type="button"
            class="pw-btn pw-btn--line pw-btn--wide"
            onClick={() => setDismissedCallId(call.id)}
          >
            {t("callAgain")}
          </button>
        )}
        {back}
      </div>
    </>
  );
}

/** Returns the state of the form: number, consent, and the reason if a call is impossible. */
function useCallForm({ model, actions, t }: ViewProps) {
  const [phone, setPhone] = useState(model.contacts.phone ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const [failureReason, setFailureReason] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [hasConsented, setConsented] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const text = getConsentText(model.face, t.language);
  const agree = (is: boolean): void => {
    setConsented(is);
    setConsentMissing(false);
  };
  const change = (value: string): void => {
    setPhone(value);
    setProblem(null);
  };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setFailureReason(null);
    const isInvalid = normalizePhone(phone) === null;
    setProblem(isInvalid ? t("badPhone") : null);
    const needsConsent = text !== null && !hasConsented;
    setConsentMissing(needsConsent);
    if (isInvalid || needsConsent)
      return document.getElementById(isInvalid ? "pw-k-p" : "pw-k-ok")?.focus();
    setSending(true);
    const failure = await actions.submit(({ requestCall }) => requestCall(phone.trim(), text));
    setSending(false);
    if (failure === null) return;
    if (failure.field?.endsWith("phone") === true) setProblem(t("badPhone"));
    // `field` contains the reason, with the same values as `situation.call` (WG-062).
    else setFailureReason(t(unavailableTexts[failure.field ?? failure.code] ?? "callBroken"));
  };
  const consent = {
    given: hasConsented,
    change: agree,
    problem: isConsentMissing ? t("consentMissing") : null,
  };
  return { field: { value: phone, change, problem }, consent, failureReason, isSending, send };
}

function CallForm({ back, ...view }: ViewProps & { readonly back: preact.ComponentChild }) {
  const { model, t } = view;
  const { field, consent, failureReason, isSending, send } = useCallForm(view);
  const customText = getAccountText(model.face, t.language, "call");
  const state = model.situation?.call ?? "disabled";
  return (
    <div class="pw-body" {...tabPanel(model.state)}>
      <form
        class="pw-form"
        aria-labelledby="pw-k"
        noValidate
        onSubmit={(event) => void send(event)}
      >
        <div class="pw-title">
          <h2 id="pw-k">{t("weCallYou")}</h2>
          <p dir="auto">{customText === "" ? t("callHint") : customText}</p>
        </div>
        {state === "ok" ? (
          <>
            <Field
              id="pw-k-p"
              label={t("phone")}
              mode="required"
              {...phoneInput}
              {...field}
              hint={t("phoneHint")}
              t={t}
            />
            <Consent id="pw-k-ok" model={model} t={t} {...consent} />
            <FormError text={failureReason} />
            <button type="submit" class="pw-btn pw-btn--main pw-btn--wide" disabled={isSending}>
              <PhoneIcon />
              {t("callMe")}
            </button>
          </>
        ) : (
          <CallUnavailable reason={t(unavailableTexts[state] ?? "callBroken")} />
        )}
        {back}
      </form>
    </div>
  );
}
const phoneInput = { type: "tel", autoComplete: "tel" } as const;

function CallUnavailable({ reason }: { readonly reason: string }) {
  return (
    <div class="pw-note" role="status">
      <Icon name="clock" />
      <p>{reason}</p>
    </div>
  );
}

function CallSteps({ call, t }: { readonly call: WidgetCall } & TextProps) {
  const at = { start: 0, agent_connected: 1, client_connected: 2, end: 3, error: 3 }[call.status];
  const steps: readonly TextKey[] = ["stepReceived", "stepTaken", "stepTalking"];
  return (
    <>
      <div class="pw-call" role="status">
        <span class="pw-call__ring">
          <PhoneIcon />
        </span>
        {call.due_at === undefined ? (
          <>
            <h2 class="pw-num">{t("calling", { phone: `\u2068${call.phone}\u2069` })}</h2>
            <p>{t("pickUp")}</p>
          </>
        ) : (
          <h2 class="pw-num">
            {t("callLater", { when: formatDateTime(t.language, call.due_at) })}
          </h2>
        )}
      </div>
      <ol class="pw-steps">
        {steps.slice(0, at + 1).map((key, step) => (
          <li
            key={key}
            class={step < at ? "is-done" : "is-now"}
            aria-current={step === at ? "step" : undefined}
          >
            {step < at ? <Icon name="check" /> : <PhoneIcon />}
            <span>{t(key)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function formatDateTime(language: ViewProps["t"]["language"], at: string): string {
  return new Intl.DateTimeFormat(getLocale({ language }), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(at));
}

function CallResult({ call, t }: { readonly call: WidgetCall } & TextProps) {
  const reason = call.reason ?? "";
  const isGood = call.status === "end" && (reason === "" || resultTexts[reason] === undefined);
  return (
    <div class="pw-call" role="status">
      <span class="pw-call__ring">
        <Icon name={isGood ? "check" : "alert"} />
      </span>
      <h2>{t(isGood ? "callOver" : "callFailed")}</h2>
      {isGood ? null : <p>{t(resultTexts[reason] ?? "callBroken")}</p>}
    </div>
  );
}

/** Texts for the results of a call (CORE-102, CORE-103). */
const resultTexts: Readonly<Record<string, TextKey>> = {
  no_answer_agent: "noAgent",
  no_answer_client: "noClient",
  not_connected: "noClient",
  busy: "lineBusy",
  wrong_number: "wrongNumber",
  balance: "callBroken",
  provider_error: "callBroken",
  cancelled: "callCancelled",
};
/** Texts for the reasons why a call is impossible (WG-062). */
const unavailableTexts: Readonly<Record<string, TextKey>> = {
  hours: "noCallHours",
  operators: "noCallOperators",
  busy: "callBusy",
  limit: "callLimit",
  rate_limited: "callLimit",
  connection: "noConnection",
};

function tabPanel(state: string): {
  readonly role?: "tabpanel";
  readonly id?: string;
  readonly "aria-labelledby"?: string;
} {
  return state === "chat/call"
    ? { role: "tabpanel", id: "pw-call", "aria-labelledby": "pw-tab-call" }
    : {};
}
