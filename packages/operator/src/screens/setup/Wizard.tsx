import type { Channel, Operator } from "@parlour/protocol";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { api } from "../../state/api.ts";
import { setMe } from "../../state/session.tsx";
import { preferences } from "../../state/preferences.ts";
import { focusFirst, isTouchScreen } from "../../ui/first-focus.ts";
import { Icon } from "../../ui/Icon.tsx";
import { UnsavedChangesGuard } from "../settings/UnsavedChangesGuard.tsx";
import { Gate } from "../signin/Gate.tsx";
import { t as gate } from "../signin/text.ts";
import { ButtonStep } from "./ButtonStep.tsx";
import { recallProgress, rememberProgress } from "./memory.ts";
import { MessageStep } from "./MessageStep.tsx";
import { OwnerStep, type OwnerDraft } from "./OwnerStep.tsx";
import "./setup.css";
import { SiteStep, type SiteDraft } from "./SiteStep.tsx";
import { t } from "./text.ts";
import { useWidget } from "./use-widget.ts";

/** The four steps of the set-up. Entered values stay when the user goes back. */
export function Wizard({ token, me }: { token: string; me: Operator | null }) {
  const [before] = useState(recallProgress);
  const [owner, setOwner] = useState<Operator | null>(me);
  const [step, setStep] = useState<1 | 2 | 3 | 4>(me === null ? 1 : before.step);
  const [ownerDraft, setOwnerDraft] = useState<OwnerDraft>({ name: "", email: "", password: "", token });
  const [site, setSite] = useState<SiteDraft>({ name: before.site?.name ?? "", accent: before.site?.accent ?? "#0B6B5D" });
  const [siteSaved, setSiteSaved] = useState<string | null>(before.site?.name ?? null);
  const [channel, setChannel] = useState<Channel | null>(null);
  const [channelId, setChannelId] = useState(before.channelId);

  useEffect(() => {
    if (step !== 1) rememberProgress({ step, site: siteSaved === null ? null : site, channelId });
    // Values that are still being typed are not stored.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [step, siteSaved, channelId]);
  const made = async (draft: OwnerDraft) => {
    const { operator } = await api.setUp({
      token: draft.token,
      name: draft.name.trim(),
      email: draft.email.trim(),
      password: draft.password,
      account: t("owner.account"),
    });
    setMe(operator);
    setOwner(operator);
    // The password is no longer needed and must not stay in memory.
    setOwnerDraft({ ...draft, password: "" });
    setStep(2);
  };

  const place = useFocusOf(step);
  const steps: readonly Shown[] = [
    { title: t("setup.you"), small: owner?.name ?? t("setup.you.small"), done: owner !== null },
    { title: t("setup.site"), small: siteSaved ?? t("setup.site.small"), done: siteSaved !== null },
    { title: t("setup.channel"), small: t("setup.channel.small"), done: step === 4 },
    { title: t("setup.message"), small: t("setup.message.small"), done: false },
  ];
  const saveSite = async (draft: SiteDraft) => {
    await api.patch("/account", { name: draft.name.trim(), accent: draft.accent, locale: preferences().locale });
    setSiteSaved(draft.name.trim());
    setStep(3);
  };
  const button = useWidget({
    isNeeded: step > 2,
    owner,
    site: siteSaved === null ? null : site,
    channelId,
    onReady: (made) => {
      setChannel(made);
      setChannelId(made.id);
    },
  });
  const typed = {
    1: owner === null ? typedOwner(ownerDraft) : [],
    2: typedSite(site, siteSaved),
    3: [],
    4: [],
  }[step];
  return (
    <Gate title={t("setup.title")}>
      <main className="wizard setup" ref={place}>
        <UnsavedChangesGuard changedFields={typed} isSaving={false} />
        <Steps steps={steps} step={step} />
        {step === 1 && <OwnerStep owner={owner} draft={ownerDraft} onChange={setOwnerDraft} onCreate={made} onNext={() => setStep(2)} />}
        {step === 2 && <SiteStep draft={site} onChange={setSite} onBack={() => setStep(1)} onSkip={() => setStep(3)} onSave={saveSite} />}
        {step === 3 && (
          <ButtonStep
            channel={channel}
            failure={button.failure}
            onRetry={button.retry}
            onBack={() => setStep(2)}
            onNext={() => setStep(4)}
          />
        )}
        {step === 4 && owner && (
          <MessageStep me={owner} channel={channel} failure={button.failure} onRetry={button.retry} onBack={() => setStep(3)} />
        )}
      </main>
    </Gate>
  );
}

/**
 * Returns the unsaved fields of the current step. Leaving the set-up needs a confirmation.
 * Going back within it keeps everything.
 */
function typedOwner({ name, email, password }: OwnerDraft): readonly string[] {
  return [name !== "" && t("owner.name"), email !== "" && t("owner.email"), password !== "" && gate("password.label")].filter(isName);
}
function typedSite({ name }: SiteDraft, saved: string | null): readonly string[] {
  return [name.trim() !== (saved ?? "") && t("site.name")].filter(isName);
}
const isName = (name: string | false): name is string => name !== false;

interface Shown {
  readonly title: string;
  readonly small: string;
  readonly done: boolean;
}

function Steps({ steps, step }: { steps: readonly Shown[]; step: number }) {
  return (
    <ol className="steps" aria-label={t("setup.steps")}>
      {steps.map(({ title, small, done }, index) => {
        const now = index + 1 === step;
        const isBehind = done && !now;
        return (
          <li key={title} className={isBehind ? "done" : undefined} aria-current={now ? "step" : undefined}>
            <span className="no">{isBehind ? <Done /> : index + 1}</span>
            <b>{title}</b>
            <small>{small}</small>
          </li>
        );
      })}
    </ol>
  );
}

function Done() {
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
function useFocusOf(step: number): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const shownStep = useRef(step);
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (isTouchScreen()) place.current?.querySelector<HTMLElement>(".sheet h1")?.focus();
    else focusFirst(place.current);
  }, [step]);
  return place;
}
