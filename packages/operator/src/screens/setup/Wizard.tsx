import type { Channel, Operator } from "@parlour/protocol";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { api } from "../../state/api/api.ts";
import { setCurrentOperator } from "../../state/session.tsx";
import { getPreferences } from "../../state/browser/preferences.ts";
import { focusFirstField, isTouchScreen } from "../../ui/dialog/focus-first-field.ts";
import { Icon } from "../../ui/Icon.tsx";
import { UnsavedChangesGuard } from "../../ui/form/UnsavedChangesGuard.tsx";
import { SignInLayout } from "../../ui/sign-in/SignInLayout.tsx";
import { t as gate } from "../../ui/sign-in/text.ts";
import { SnippetStep } from "./steps/SnippetStep.tsx";
import { loadProgress, saveProgress } from "./progress.ts";
import { FirstMessageStep } from "./steps/FirstMessageStep.tsx";
import { OwnerStep, type OwnerDraft } from "./steps/OwnerStep.tsx";
import "./setup.css";
import { SiteStep, type SiteDraft } from "./steps/SiteStep.tsx";
import { t } from "./text.ts";
import { useGetStarted } from "../../ui/start/use-get-started.ts";
import { useSetupWidget } from "./use-setup-widget.ts";

type Step = 1 | 2 | 3 | 4;

/** Renders the four steps of the set-up. Entered values are kept when the user goes back. */
export function Wizard({ token, me }: { token: string; me: Operator | null }) {
  const [progress] = useState(loadProgress);
  const [step, setStep] = useState<Step>(me === null ? 1 : progress.step);
  const owner = useOwner(token, me, () => setStep(2));
  const site = useSite(progress.site, () => setStep(3));
  const [channel, setChannel] = useState<Channel | null>(null);
  const [channelId, setChannelId] = useState(progress.channelId);
  const { savedName } = site;

  useEffect(() => {
    if (step !== 1) saveProgress({ step, site: savedName === null ? null : site.draft, channelId });
    // Values that are still being typed are not stored.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [step, savedName, channelId]);

  const mainRef = useStepFocus(step);
  const setupWidget = useSetupWidget({
    isNeeded: step > 2,
    owner: owner.operator,
    site: savedName === null ? null : site.draft,
    channelId,
    onReady(created) {
      setChannel(created);
      setChannelId(created.id);
    },
  });
  const isSeen = useIsSeen(channelId);
  const widget = { channel, failure: setupWidget.failure, onRetry: setupWidget.retry };
  return (
    <SignInLayout title={t("setup.title")}>
      <main className="wizard setup" ref={mainRef}>
        <UnsavedChangesGuard changedFields={listUnsavedFields(step, owner, site)} />
        <StepList steps={summarizeSteps(owner.operator, savedName, isSeen)} step={step} />
        {step === 1 && (
          <OwnerStep
            owner={owner.operator}
            draft={owner.draft}
            onChange={owner.setDraft}
            onCreate={owner.create}
            onNext={() => setStep(2)}
          />
        )}
        {step === 2 && (
          <SiteStep
            draft={site.draft}
            onChange={site.setDraft}
            onBack={() => setStep(1)}
            onSkip={() => setStep(3)}
            onSave={site.save}
          />
        )}
        {step === 3 && (
          <SnippetStep {...widget} onBack={() => setStep(2)} onNext={() => setStep(4)} />
        )}
        {step === 4 && owner.operator && (
          <FirstMessageStep {...widget} me={owner.operator} onBack={() => setStep(3)} />
        )}
      </main>
    </SignInLayout>
  );
}

/** The owner, once created, and the values for their creation. */
function useOwner(token: string, me: Operator | null, onCreated: () => void) {
  const [operator, setOperator] = useState<Operator | null>(me);
  const [draft, setDraft] = useState<OwnerDraft>({ name: "", email: "", password: "", token });
  const create = async (values: OwnerDraft) => {
    const { operator } = await api.setUp({
      token: values.token,
      name: values.name.trim(),
      email: values.email.trim(),
      password: values.password,
      account: t("owner.account"),
    });
    setCurrentOperator(operator);
    setOperator(operator);
    // Removes the password from memory, because it is no longer needed.
    setDraft({ ...values, password: "" });
    onCreated();
  };
  return { operator, draft, setDraft, create };
}

/** The name and colour of the site. `savedName`: the name that the server has, or null. */
function useSite(saved: SiteDraft | null, onSaved: () => void) {
  const [draft, setDraft] = useState<SiteDraft>({
    name: saved?.name ?? "",
    accent: saved?.accent ?? "#0B6B5D",
  });
  const [savedName, setSavedName] = useState<string | null>(saved?.name ?? null);
  const save = async (values: SiteDraft) => {
    await api.patch("/account", {
      name: values.name.trim(),
      accent: values.accent,
      locale: getPreferences().locale,
    });
    setSavedName(values.name.trim());
    onSaved();
  };
  return { draft, setDraft, savedName, save };
}

/**
 * Returns the unsaved fields of the current step. The user must confirm before they leave the
 * set-up with unsaved fields. Going back within the set-up keeps all values.
 */
function listUnsavedFields(
  step: Step,
  owner: ReturnType<typeof useOwner>,
  site: ReturnType<typeof useSite>,
): readonly string[] {
  if (step === 1 && owner.operator === null) return unsavedOwnerFields(owner.draft);
  return step === 2 ? unsavedSiteFields(site.draft, site.savedName) : [];
}

function unsavedOwnerFields({ name, email, password }: OwnerDraft): readonly string[] {
  return [
    name !== "" && t("owner.name"),
    email !== "" && t("owner.email"),
    password !== "" && gate("password.label"),
  ].filter(isName);
}
function unsavedSiteFields({ name }: SiteDraft, saved: string | null): readonly string[] {
  return [name.trim() !== (saved ?? "") && t("site.name")].filter(isName);
}
const isName = (name: string | false): name is string => name !== false;

/** Whether a page has loaded the widget of this set-up (CORE-391). */
function useIsSeen(channelId: number | null): boolean {
  const { data } = useGetStarted({ isNeeded: channelId !== null });
  return data?.widget?.channel_id === channelId && data?.widget?.seen != null;
}

interface StepSummary {
  readonly title: string;
  readonly small: string;
  readonly done: boolean;
}

function summarizeSteps(
  owner: Operator | null,
  siteSaved: string | null,
  isSeen: boolean,
): readonly StepSummary[] {
  return [
    { title: t("setup.you"), small: owner?.name ?? t("setup.you.small"), done: owner !== null },
    { title: t("setup.site"), small: siteSaved ?? t("setup.site.small"), done: siteSaved !== null },
    { title: t("setup.channel"), small: t("setup.channel.small"), done: isSeen },
    { title: t("setup.message"), small: t("setup.message.small"), done: false },
  ];
}

function StepList({ steps, step }: { steps: readonly StepSummary[]; step: number }) {
  return (
    <ol className="steps" aria-label={t("setup.steps")}>
      {steps.map(({ title, small, done }, index) => {
        const now = index + 1 === step;
        const isBehind = done && !now;
        return (
          <li
            key={title}
            className={isBehind ? "done" : undefined}
            aria-current={now ? "step" : undefined}
          >
            <span className="no">{isBehind ? <DoneMark /> : index + 1}</span>
            <b>{title}</b>
            <small>{small}</small>
          </li>
        );
      })}
    </ol>
  );
}

function DoneMark() {
  return (
    <>
      <Icon of={IconCheck} small />
      <span className="vh">{t("setup.done")}</span>
    </>
  );
}

/**
 * Moves the focus when the step changes, to the first empty field or the main button. On touch
 * screens, moves it to the heading, which the screen reader then announces.
 */
function useStepFocus(step: number): RefObject<HTMLElement | null> {
  const mainRef = useRef<HTMLElement>(null);
  const shownStep = useRef(step);
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (isTouchScreen()) mainRef.current?.querySelector<HTMLElement>(".sheet h1")?.focus();
    else focusFirstField(mainRef.current);
  }, [step]);
  return mainRef;
}
