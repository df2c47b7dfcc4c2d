import type { Channel } from "@parlour/protocol";
import { IconChevronRight, IconExternalLink, IconMail } from "@tabler/icons-react";
import { useEffect } from "react";
import { LineSkeleton } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { focusFirstField } from "../../../ui/dialog/focus-first-field.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { PlatformList } from "../../../ui/install/PlatformList.tsx";
import { platforms } from "../../../ui/install/platforms.ts";
import { getScriptLine, sharesOperatorOrigin } from "../../../ui/start/snippet.ts";
import { OptionalSection } from "./OptionalSection.tsx";
import { StepBack, StepLayout } from "./StepLayout.tsx";
import { t } from "../text.ts";
import { getTestPageUrl, testTabName } from "../../../ui/start/test-page.ts";
import { useGetStarted } from "../../../ui/start/use-get-started.ts";
import { SiteStatus } from "./SiteStatus.tsx";

interface ButtonStepProps {
  channel: Channel | null;
  failure: unknown;
  onRetry: () => void;
  onBack: () => void;
  onNext: () => void;
}

/**
 * Step 3: the snippet for the pages of the shop. The row below turns green after a page has loaded
 * the snippet (API-160).
 */
export function SnippetStep({ channel, failure, onRetry, onBack, onNext }: ButtonStepProps) {
  const facts = useGetStarted({ pollIntervalMs: 2_000, isNeeded: channel !== null });
  const widget = facts.data?.widget;
  const ownWidget = widget?.channel_id === channel?.id ? widget : null;
  const isSeen = ownWidget?.seen != null;
  return (
    <StepLayout
      id="button-h"
      title={t("button.title")}
      text={<LeadText />}
      actions={
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
      {failure !== null && <ErrorMessage error={failure} onRetry={onRetry} />}
      {channel?.snippet === undefined ? (
        failure === null && <LineSkeleton lines={6} />
      ) : (
        <>
          <SnippetLine snippet={channel.snippet} publicId={channel.public_id} isSeen={isSeen} />
          {sharesOperatorOrigin(channel.snippet, location.origin) && (
            <p className="soft">{t("button.origin", { variable: "WIDGET_URL" })}</p>
          )}
          <SiteStatus
            channel={channel}
            widget={ownWidget ?? null}
            onAdded={() => void facts.refetch()}
          />
          {!isSeen && <TestPageLink publicId={channel.public_id} onNext={onNext} />}
        </>
      )}
    </StepLayout>
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

interface SnippetLineProps {
  snippet: string;
  publicId: string;
  isSeen: boolean;
}

/** Shows the snippet, ways to pass it on, and help. */
function SnippetLine({ snippet, publicId, isSeen }: SnippetLineProps) {
  const line = getScriptLine(snippet);
  // Moves the focus to the snippet when it appears, because the widget may be created after the
  // step opened.
  useEffect(() => focusFirstField(document.querySelector(".codeline")), []);
  const mailUrl = `mailto:?subject=${encodeURIComponent(t("button.mail.subject"))}&body=${encodeURIComponent(t("button.mail.body", { line }))}`;
  return (
    <div className="pageline">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element of its own groups code with its button. */}
      <div className="codeline" role="group" aria-label={t("button.code")}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls and is selected by keyboard. */}
        <code tabIndex={0}>{line}</code>
        <CopyButton text={line} variant={isSeen ? undefined : "primary"} />
      </div>
      <p>
        <a className="btn quiet small" href={mailUrl}>
          <Icon of={IconMail} small /> {t("button.mail")}
        </a>
      </p>
      <OptionalSection
        title={t("paste.title")}
        about={platforms.map(({ name }) => name).join(", ")}
      >
        <PlatformList snippet={snippet} publicId={publicId} opensTabs />
      </OptionalSection>
      <OptionalSection title={t("button.full")} about={t("button.full.about")}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard. */}
        <pre tabIndex={0}>{snippet}</pre>
        <CopyButton small text={snippet} label={t("button.full.copy")} />
      </OptionalSection>
    </div>
  );
}

/** Link that opens the sample shop in another tab. Its message appears in the next step. */
function TestPageLink({ publicId, onNext }: { publicId: string; onNext: () => void }) {
  return (
    <div className="line wrap">
      <p className="grow soft">{t("button.nosite")}</p>
      <a className="btn" href={getTestPageUrl(publicId)} target={testTabName} onClick={onNext}>
        <Icon of={IconExternalLink} /> {t("button.try")}
      </a>
    </div>
  );
}
