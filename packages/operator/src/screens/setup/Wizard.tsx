import type { Channel, Operator } from "@parlour/protocol";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState, type RefObject } from "react";
import { api } from "../../state/api.ts";
import { setMe } from "../../state/session.tsx";
import { preferences } from "../../state/preferences.ts";
import { Icon } from "../../ui/Icon.tsx";
import { LeaveGuard } from "../settings/LeaveGuard.tsx";
import { Gate } from "../signin/Gate.tsx";
import { t as gate } from "../signin/text.ts";
import { ChannelStep, type ChannelDraft } from "./ChannelStep.tsx";
import { recallProgress, rememberProgress } from "./memory.ts";
import { OwnerStep, type OwnerDraft } from "./OwnerStep.tsx";
import "./setup.css";
import { SiteStep, type SiteDraft } from "./SiteStep.tsx";
import { t } from "./text.ts";
import { WaitStep } from "./WaitStep.tsx";

/** The four steps. What was typed stays when one goes back. */
export function Wizard({ token, me }: { token: string; me: Operator | null }) {
  const [before] = useState(recallProgress);
  const [owner, setOwner] = useState<Operator | null>(me);
  const [step, setStep] = useState<1 | 2 | 3 | 4>(me === null ? 1 : before.step);
  const [ownerDraft, setOwnerDraft] = useState<OwnerDraft>({ name: "", email: "", password: "", token });
  const [site, setSite] = useState<SiteDraft>({ name: before.site?.name ?? "", accent: before.site?.accent ?? "#0B6B5D" });
  const [siteSaved, setSiteSaved] = useState<string | null>(before.site?.name ?? null);
  const [channelDraft, setChannelDraft] = useState<ChannelDraft>({ name: "", where: "widget", endpoint: "" });
  const [channelSaved, setChannelSaved] = useState(channelDraft);
  const [channel, setChannel] = useState<Channel | null>(null);
  const [channelId, setChannelId] = useState(before.channelId);
  const [secret, setSecret] = useState<string | null>(null);

  const go = (to: 1 | 2 | 3 | 4, more: { site?: SiteDraft; channelId?: number } = {}) => {
    setStep(to);
    if (to !== 1)
      rememberProgress({ step: to, site: more.site ?? (siteSaved === null ? null : site), channelId: more.channelId ?? channelId });
  };
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
    // The password has done its work; it does not stay in memory.
    setOwnerDraft({ ...draft, password: "" });
    go(2);
  };

  const place = useHeadingOf(step);
  const steps: readonly Shown[] = [
    { title: t("setup.you"), small: owner?.name ?? t("setup.you.small"), done: owner !== null },
    { title: t("setup.site"), small: siteSaved ?? t("setup.site.small"), done: siteSaved !== null },
    { title: t("setup.channel"), small: channel?.name ?? t("setup.channel.small"), done: channelId !== null },
    { title: t("setup.message"), small: t("setup.message.small"), done: false },
  ];
  const saveSite = async (draft: SiteDraft) => {
    await api.patch("/account", { name: draft.name.trim(), accent: draft.accent, locale: preferences().locale });
    setSiteSaved(draft.name.trim());
    go(3, { site: draft });
  };
  const saved = (made: Channel, fresh: string | null) => {
    setChannel(made);
    setChannelSaved(channelDraft);
    setChannelId(made.id);
    if (fresh !== null) setSecret(fresh);
    go(4, { channelId: made.id });
  };
  const typed = {
    1: owner === null ? typedOwner(ownerDraft) : [],
    2: typedSite(site, siteSaved),
    3: typedChannel(channelDraft, channelSaved),
    4: [],
  }[step];
  return (
    <Gate title={t("setup.title")}>
      <main className="wizard setup" ref={place}>
        <LeaveGuard names={typed} busy={false} />
        <Steps steps={steps} step={step} />
        {step === 1 && <OwnerStep owner={owner} draft={ownerDraft} onChange={setOwnerDraft} onCreate={made} onNext={() => go(2)} />}
        {step === 2 && <SiteStep draft={site} onChange={setSite} onBack={() => go(1)} onSkip={() => go(3)} onSave={saveSite} />}
        {step === 3 && owner && (
          <ChannelStep
            {...{ owner, channelId }}
            siteName={siteSaved}
            draft={channelDraft}
            onChange={setChannelDraft}
            onBack={() => go(2)}
            onSkip={() => go(4)}
            onSaved={saved}
          />
        )}
        {step === 4 && owner && <WaitStep me={owner} channelId={channelId} secret={secret} onBack={() => go(3)} onChannel={setChannel} />}
      </main>
    </Gate>
  );
}

/** What stands typed in the step that is shown: leaving the set-up asks first. Going back within it keeps everything. */
function typedOwner({ name, email, password }: OwnerDraft): readonly string[] {
  return [name !== "" && t("owner.name"), email !== "" && t("owner.email"), password !== "" && gate("password.label")].filter(isName);
}
function typedSite({ name }: SiteDraft, saved: string | null): readonly string[] {
  return [name.trim() !== (saved ?? "") && t("site.name")].filter(isName);
}
function typedChannel(draft: ChannelDraft, saved: ChannelDraft): readonly string[] {
  return [
    draft.name !== saved.name && t("firstchannel.name"),
    draft.where === "own" && draft.endpoint !== saved.endpoint && t("firstchannel.endpoint"),
  ].filter(isName);
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

/** Where the steps stand. The button that was pressed is gone with its step: the next one is read from its heading. */
function useHeadingOf(step: number): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) place.current?.querySelector<HTMLElement>(".sheet h1")?.focus();
    shownStep.current = step;
  }, [step]);
  return place;
}
