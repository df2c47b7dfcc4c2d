import type { Channel, Operator } from "@parlour/protocol";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { api } from "../../state/api/api.ts";
import { setCurrentOperator } from "../../state/session.tsx";
import { getPreferences } from "../../state/browser/preferences.ts";
import { focusFirstField, isTouchScreen } from "../../ui/dialog/focus-first-field.ts";
import { Icon } from "../../ui/Icon.tsx";
import { UnsavedChangesGuard } from "../settings/kit/form/UnsavedChangesGuard.tsx";
import { SignInLayout } from "../signin/SignInLayout.tsx";
import { t as gate } from "../signin/text.ts";
import { ButtonStep } from "./steps/ButtonStep.tsx";
import { loadProgress, saveProgress } from "./progress.ts";
import { FirstMessageStep } from "./steps/FirstMessageStep.tsx";
import { OwnerStep, type OwnerDraft } from "./steps/OwnerStep.tsx";
import "./setup.css";
import { SiteStep, type SiteDraft } from "./steps/SiteStep.tsx";
import { t } from "./text.ts";
import { useSetupWidget } from "./use-setup-widget.ts";

/** The four steps of the set-up. Entered values stay when the user goes back. */
export function Wizard({ token, me }: { token: string; me: Operator | null }) {
  const [progress] = useState(loadProgress);
  const [owner, setOwner] = useState<Operator | null>(me);
  const [step, setStep] = useState<1 | 2 | 3 | 4>(me === null ? 1 : progress.step);
  const [ownerDraft, setOwnerDraft] = useState<OwnerDraft>({
    name: "",
    email: "",
    password: "",
    token,
  });
  const [site, setSite] = useState<SiteDraft>({
    name: progress.site?.name ?? "",
    accent: progress.site?.accent ?? "#0B6B5D",
  });
  const [siteSaved, setSiteSaved] = useState<string | null>(progress.site?.name ?? null);
  const [channel, setChannel] = useState<Channel | null>(null);
  const [channelId, setChannelId] = useState(progress.channelId);

  useEffect(() => {
    if (step !== 1) saveProgress({ step, site: siteSaved === null ? null : site, channelId });
    // Values that are still being typed are not stored.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [step, siteSaved, channelId]);
  const createOwner = async (draft: OwnerDraft) => {
    const { operator } = await api.setUp({
      token: draft.token,
      name: draft.name.trim(),
      email: draft.email.trim(),
      password: draft.password,
      account: t("owner.account"),
    });
    setCurrentOperator(operator);
    setOwner(operator);
    // The password is no longer needed and must not stay in memory.
    setOwnerDraft({ ...draft, password: "" });
    setStep(2);
  };

  const mainRef = useStepFocus(step);
  const saveSite = async (draft: SiteDraft) => {
    await api.patch("/account", {
      name: draft.name.trim(),
      accent: draft.accent,
      locale: getPreferences().locale,
    });
    setSiteSaved(draft.name.trim());
    setStep(3);
  };
  const setupWidget = useSetupWidget({
    isNeeded: step > 2,
    owner,
    site: siteSaved === null ? null : site,
    channelId,
    onReady: (createOwner) => {
      setChannel(createOwner);
      setChannelId(createOwner.id);
    },
  });
  const unsavedFields =
    step === 1 && owner === null
      ? unsavedOwnerFields(ownerDraft)
      : step === 2
        ? unsavedSiteFields(site, siteSaved)
        : [];
  return (
    <SignInLayout title={t("setup.title")}>
      <main className="wizard setup" ref={mainRef}>
        <UnsavedChangesGuard changedFields={unsavedFields} isSaving={false} />
        <StepList steps={summarizeSteps(owner, siteSaved, step)} step={step} />
        {step === 1 && (
          <OwnerStep
            owner={owner}
            draft={ownerDraft}
            onChange={setOwnerDraft}
            onCreate={createOwner}
            onNext={() => setStep(2)}
          />
        )}
        {step === 2 && (
          <SiteStep
            draft={site}
            onChange={setSite}
            onBack={() => setStep(1)}
            onSkip={() => setStep(3)}
            onSave={saveSite}
          />
        )}
        {step === 3 && (
          <ButtonStep
            channel={channel}
            failure={setupWidget.failure}
            onRetry={setupWidget.retry}
            onBack={() => setStep(2)}
            onNext={() => setStep(4)}
          />
        )}
        {step === 4 && owner && (
          <FirstMessageStep
            me={owner}
            channel={channel}
            failure={setupWidget.failure}
            onRetry={setupWidget.retry}
            onBack={() => setStep(3)}
          />
        )}
      </main>
    </SignInLayout>
  );
}

/**
 * Returns the unsaved fields of the current step. Leaving the set-up needs a confirmation.
 * Going back within it keeps everything.
 */
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

interface StepSummary {
  readonly title: string;
  readonly small: string;
  readonly done: boolean;
}

function summarizeSteps(
  owner: Operator | null,
  siteSaved: string | null,
  step: number,
): readonly StepSummary[] {
  return [
    { title: t("setup.you"), small: owner?.name ?? t("setup.you.small"), done: owner !== null },
    { title: t("setup.site"), small: siteSaved ?? t("setup.site.small"), done: siteSaved !== null },
    { title: t("setup.channel"), small: t("setup.channel.small"), done: step === 4 },
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
 * Moves the focus when the step changes: to the first empty field or the main button. On touch
 * screens to the heading, which the screen reader then announces.
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
