import type { Channel } from "@parlour/protocol";
import type { GetStarted, SeenSite } from "@parlour/protocol/api";
import { IconChevronRight, IconExternalLink, IconMail } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { api } from "../../state/api.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { DeedButton } from "../../ui/DeedButton.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { focusFirst } from "../../ui/first-focus.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useNow } from "../../ui/Time.tsx";
import { getScriptLine } from "../settings/widgets/snippet.ts";
import { agoText } from "./ago.ts";
import { Fold } from "./Fold.tsx";
import { StatusRow } from "./StatusRow.tsx";
import { StepBack, StepSheet } from "./StepSheet.tsx";
import { t } from "./text.ts";
import { testPageOf, testTab } from "./test-page.ts";
import { useStartFacts } from "./use-start-facts.ts";

interface StepProps {
  channel: Channel | null;
  failure: unknown;
  onRetry: () => void;
  onBack: () => void;
  onNext: () => void;
}

/**
 * Step 3: the snippet for the shop's pages. The row below turns green when a page has loaded it
 * (API-160).
 */
export function ButtonStep({ channel, failure, onRetry, onBack, onNext }: StepProps) {
  const facts = useStartFacts({ everyMs: 2_000, isNeeded: channel !== null });
  const widget = facts.data?.widget;
  const known = widget?.channel_id === channel?.id ? widget : null;
  const isSeen = known?.seen != null;
  return (
    <StepSheet
      id="button-h"
      title={t("button.title")}
      text={<LeadText />}
      acts={
        <>
          <StepBack onBack={onBack} />
          <span className="grow" />
          {isSeen ? (
            <Button variant="primary" icon={IconChevronRight} flipIcon iconEnd onClick={onNext}>
              {t("setup.next")}
            </Button>
          ) : (
            <Button variant="quiet" onClick={onNext}>
              {t("button.later")}
            </Button>
          )}
        </>
      }
    >
      {failure !== null && <Failure error={failure} onRetry={onRetry} />}
      {channel?.snippet === undefined ? (
        failure === null && <LineBones lines={6} />
      ) : (
        <>
          <PageLine snippet={channel.snippet} isSeen={isSeen} />
          <SiteStatus channel={channel} widget={known ?? null} onAdded={() => void facts.refetch()} />
          {!isSeen && <WithoutSite publicId={channel.public_id} onNext={onNext} />}
        </>
      )}
    </StepSheet>
  );
}

function LeadText() {
  const [before, after] = t("button.text", { tag: "\n" }).split("\n");
  return (
    <>
      {before}
      <code className="mono">{"</body>"}</code>
      {after}
    </>
  );
}

/** The snippet, ways to pass it on, and help. */
function PageLine({ snippet, isSeen }: { snippet: string; isSeen: boolean }) {
  const line = getScriptLine(snippet);
  // The widget may be created after the step appeared. The snippet then takes the focus.
  useEffect(() => focusFirst(document.querySelector(".codeline")), []);
  const letter = `mailto:?subject=${encodeURIComponent(t("button.mail.subject"))}&body=${encodeURIComponent(t("button.mail.body", { line }))}`;
  return (
    <div className="pageline">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element of its own groups code with its button. */}
      <div className="codeline" role="group" aria-label={t("button.code")}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls and is selected by keyboard. */}
        <code tabIndex={0}>{line}</code>
        <CopyButton text={line} {...(!isSeen && { variant: "primary" })} />
      </div>
      <p>
        <a className="btn quiet small" href={letter}>
          <Icon of={IconMail} small /> {t("button.mail")}
        </a>
      </p>
      <Fold title={t("paste.title")} about="WordPress, Shopify, Tilda, Google Tag Manager">
        <PasteHelp />
      </Fold>
      <Fold title={t("button.full")} about={t("button.full.about")}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard. */}
        <pre tabIndex={0}>{snippet}</pre>
        <CopyButton small text={snippet} label={t("button.full.copy")} />
      </Fold>
    </div>
  );
}

const systems = ["wordpress", "shopify", "tilda", "gtm"] as const;
function PasteHelp() {
  return systems.map((system) => (
    <section key={system}>
      <h2>{t(`paste.${system}`)}</h2>
      <ol>
        {t(`paste.${system}.steps`)
          .split("\n")
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
    </section>
  ));
}

/** Whether a page of the shop has loaded the snippet. */
function SiteStatus({ channel, widget, onAdded }: { channel: Channel; widget: GetStarted["widget"]; onAdded: () => void }) {
  const isLate = useIsAfter(600_000);
  if (widget?.seen != null) return <Seen site={widget.seen} />;
  const missing = widget?.elsewhere ?? null;
  if (missing !== null)
    return (
      <StatusRow
        state="warn"
        title={t("seen.title", { site: hostOf(missing.origin) })}
        action={
          <DeedButton small deed={() => addSite(channel.id, missing.origin).then(onAdded)}>
            {t("seen.add")}
          </DeedButton>
        }
      >
        {t("seen.elsewhere")}
      </StatusRow>
    );
  return (
    <StatusRow state="waiting" title={t("seen.waiting")}>
      {t(isLate ? "seen.late" : "seen.waiting.text")}
    </StatusRow>
  );
}

function Seen({ site }: { site: SeenSite }) {
  const now = useNow(1_000);
  const ago = agoText(site.at, now);
  return (
    <StatusRow state="ok" title={t("seen.title", { site: hostOf(site.origin) })}>
      {site.page_title ? t("seen.page", { ago, page: site.page_title }) : ago}
    </StatusRow>
  );
}

/** The list of origins may have changed since the step opened, so it is loaded again. */
async function addSite(channelId: number, origin: string): Promise<void> {
  const { widget } = await api.get<Channel>(`/channels/${channelId}`);
  await api.patch(`/channels/${channelId}`, { widget: { origins: [...(widget?.origins ?? []), origin] } });
}

const hostOf = (origin: string): string => URL.parse(origin)?.host ?? origin;

function useIsAfter(ms: number): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsAfter(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isAfter;
}

/** Opens the sample shop in another tab. The next step shows the message written there. */
function WithoutSite({ publicId, onNext }: { publicId: string; onNext: () => void }) {
  return (
    <div className="line wrap">
      <p className="grow soft">{t("button.nosite")}</p>
      <a className="btn" href={testPageOf(publicId)} target={testTab} onClick={onNext}>
        <Icon of={IconExternalLink} /> {t("button.try")}
      </a>
    </div>
  );
}
