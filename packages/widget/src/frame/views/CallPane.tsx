// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { WidgetCall } from "@parlour/protocol/widget";
import { useState } from "preact/hooks";
import { localeOf } from "../time.ts";
import type { TextKey } from "../../texts/en.ts";
import { phoneNumber } from "../../addresses.ts";
import { isRunning } from "../model.ts";
import { ownText } from "../own-texts.ts";
import css from "./call.css?inline";
import { Consent, consentText, Field, FormProblem } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import "./note.ts";
import { addStyles } from "./styles.ts";
import type { View } from "./view.ts";

addStyles(css);

/** Requests a call (WG-031, WG-061): the form, the progress, the result (WG-073). */
export function CallPane(view: View) {
  const { model, acts, t } = view;
  const [isAnew, setAnew] = useState<number | null>(null);
  const { call } = model;
  const isShown = call !== null && (isRunning(call) || isAnew !== call.id);
  const back = (
    <button type="button" class="pw-btn pw-btn--quiet pw-btn--wide" onClick={() => acts.move("chat_tab")}>
      {t("writeInstead")}
    </button>
  );
  if (!isShown) return <CallForm {...view} back={back} />;
  return (
    <>
      <div class="pw-body" {...tabPanel(model.state)}>
        {isRunning(call) ? <Steps call={call} t={t} /> : <Result call={call} t={t} />}
      </div>
      <div class="pw-foot">
        {isRunning(call) ? null : (
          <button type="button" class="pw-btn pw-btn--line pw-btn--wide" onClick={() => setAnew(call.id)}>
            {t("callAgain")}
          </button>
        )}
        {back}
      </div>
    </>
  );
}

/** State of the form: number, consent, and why a call is impossible. */
function useCallForm({ model, acts, t }: View) {
  const [phone, setPhone] = useState(model.contacts.phone ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [given, setGiven] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const text = consentText(model.face, t.language);
  const agree = (is: boolean): void => {
    setGiven(is);
    setMissed(false);
  };
  const change = (value: string): void => {
    setPhone(value);
    setProblem(null);
  };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRefused(null);
    const isNone = phoneNumber(phone) === null;
    setProblem(isNone ? t("badPhone") : null);
    const isUnagreed = text !== null && !given;
    setMissed(isUnagreed);
    if (isNone || isUnagreed) return document.getElementById(isNone ? "pw-k-p" : "pw-k-ok")?.focus();
    setSending(true);
    const failure = await acts.call(phone.trim(), text);
    setSending(false);
    if (failure === null) return;
    if (failure.field?.endsWith("phone") === true) setProblem(t("badPhone"));
    // `field` contains the reason, as in `situation.call` (WG-062).
    else setRefused(t(refusals[failure.field ?? failure.code] ?? "callBroken"));
  };
  const consent = { given, change: agree, problem: isMissed ? t("consentMissing") : null };
  return { field: { value: phone, change, problem }, consent, refused, isSending, send };
}

function CallForm({ back, ...view }: View & { readonly back: preact.ComponentChild }) {
  const { model, t } = view;
  const { field, consent, refused, isSending, send } = useCallForm(view);
  const own = ownText(model.face, t.language, "call");
  const state = model.situation?.call ?? "disabled";
  return (
    <div class="pw-body" {...tabPanel(model.state)}>
      <form class="pw-form" aria-labelledby="pw-k" noValidate onSubmit={(event) => void send(event)}>
        <div class="pw-title">
          <h2 id="pw-k">{t("weCallYou")}</h2>
          <p dir="auto">{own === "" ? t("callHint") : own}</p>
        </div>
        {state === "ok" ? (
          <>
            <Field id="pw-k-p" label={t("phone")} mode="required" {...asPhone} {...field} hint={t("phoneHint")} t={t} />
            <Consent id="pw-k-ok" model={model} t={t} {...consent} />
            <FormProblem text={refused} />
            <button type="submit" class="pw-btn pw-btn--main pw-btn--wide" disabled={isSending}>
              <Icon name="phone" />
              {t("callMe")}
            </button>
          </>
        ) : (
          <NoCall why={t(refusals[state] ?? "callBroken")} />
        )}
        {back}
      </form>
    </div>
  );
}
const asPhone = { type: "tel", autoComplete: "tel" } as const;

function NoCall({ why }: { readonly why: string }) {
  return (
    <div class="pw-note" role="status">
      <Icon name="clock" />
      <p>{why}</p>
    </div>
  );
}

function Steps({ call, t }: { readonly call: WidgetCall } & Pick<View, "t">) {
  const at = { start: 0, agent_connected: 1, client_connected: 2, end: 3, error: 3 }[call.status];
  const steps: readonly TextKey[] = ["stepReceived", "stepTaken", "stepTalking"];
  return (
    <>
      <div class="pw-call" role="status">
        <span class="pw-call__ring">
          <Icon name="phone" />
        </span>
        {call.due_at === undefined ? (
          <>
            <h2 class="pw-num">{t("calling", { phone: `\u2068${call.phone}\u2069` })}</h2>
            <p>{t("pickUp")}</p>
          </>
        ) : (
          <h2 class="pw-num">{t("callLater", { when: timeOf(t.language, call.due_at) })}</h2>
        )}
      </div>
      <ol class="pw-steps">
        {steps.slice(0, at + 1).map((key, step) => (
          <li key={key} class={step < at ? "is-done" : "is-now"} {...(step === at ? { "aria-current": "step" } : {})}>
            <Icon name={step < at ? "check" : "phone"} />
            <span>{t(key)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function timeOf(language: View["t"]["language"], at: string): string {
  return new Intl.DateTimeFormat(localeOf({ language }), { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
}

function Result({ call, t }: { readonly call: WidgetCall } & Pick<View, "t">) {
  const reason = call.reason ?? "";
  const isGood = call.status === "end" && (reason === "" || endings[reason] === undefined);
  return (
    <div class="pw-call" role="status">
      <span class="pw-call__ring">
        <Icon name={isGood ? "check" : "alert"} />
      </span>
      <h2>{t(isGood ? "callOver" : "callFailed")}</h2>
      {isGood ? null : <p>{t(endings[reason] ?? "callBroken")}</p>}
    </div>
  );
}

/** Results of a call (CORE-102, CORE-103). */
const endings: Readonly<Record<string, TextKey>> = {
  no_answer_agent: "noAgent",
  no_answer_client: "noClient",
  not_connected: "noClient",
  busy: "lineBusy",
  wrong_number: "wrongNumber",
  balance: "callBroken",
  provider_error: "callBroken",
  cancelled: "callCancelled",
};
/** Reasons why a call is impossible (WG-062). */
const refusals: Readonly<Record<string, TextKey>> = {
  hours: "noCallHours",
  operators: "noCallOperators",
  busy: "callBusy",
  limit: "callLimit",
  rate_limited: "callLimit",
  connection: "noConnection",
};

function tabPanel(state: string): { readonly role?: "tabpanel"; readonly id?: string; readonly "aria-labelledby"?: string } {
  return state === "chat/call" ? { role: "tabpanel", id: "pw-call", "aria-labelledby": "pw-tab-call" } : {};
}
