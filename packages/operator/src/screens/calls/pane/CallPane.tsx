import { DetailsBody, getExisting } from "../../../ui/loading/DetailsBody.tsx";
import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import {
  IconChevronLeft,
  IconLayoutSidebarRight,
  IconMessageCircle,
  IconPhoneOff,
} from "@tabler/icons-react";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useTitle } from "../../../ui/title.ts";
import { useMaxWidth } from "../../../state/browser/use-max-width.ts";
import { t } from "../../../ui/calls/text.ts";
import { useCall } from "../../../ui/calls/use-calls.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { CallCard } from "./CallCard.tsx";

interface CallPaneProps {
  id: number;
  me: Operator;
  now: number;
  offline: boolean;
  driver: "desk" | "http";
  onClose: () => void;
  isPanelOpen: boolean;
  onPanel: () => void;
}

/** Shows one call: number, duration, steps and actions. */
export function CallPane({
  id,
  me,
  now,
  offline,
  driver,
  onClose,
  isPanelOpen,
  onPanel,
}: CallPaneProps) {
  const query = useCall(id);
  const call = getExisting(query);
  const name = callName(call);
  useTitle("page", name);
  return (
    <section className="pane one" aria-label={t("call.label", { name })}>
      <CallHeader call={call} onClose={onClose} isPanelOpen={isPanelOpen} onPanel={onPanel} />
      <DetailsBody
        query={query}
        label={t("call.details")}
        missingText={t("calls.gone")}
        missingIcon={IconPhoneOff}
        lines={6}
      >
        {(found) => <CallCard call={found} me={me} now={now} offline={offline} driver={driver} />}
      </DetailsBody>
    </section>
  );
}

const callName = (call: CallWithVisitor | undefined): string =>
  call === undefined ? "" : getVisitorName(call);

interface CallHeaderProps {
  call: CallWithVisitor | undefined;
  onClose: () => void;
  isPanelOpen: boolean;
  onPanel: () => void;
}

function CallHeader({ call, onClose, isPanelOpen, onPanel }: CallHeaderProps) {
  // Below this width the list is hidden (calls.css).
  const isListHidden = useMaxWidth(900);
  return (
    <header className="head">
      <Button
        variant="quiet"
        icon={IconChevronLeft}
        flipIcon
        className="back"
        aria-label={t("calls.back")}
        onClick={onClose}
      />
      <div className="grow lines">
        {isListHidden && <h1 className="vh">{t("calls.title")}</h1>}
        <h2 className="t16 cut" dir="auto">
          {callName(call)}
        </h2>
        {call && (
          <p className="sub2 cut">
            {t(`call.type.${call.type}`)} · <span dir="auto">{call.channel.name}</span>
          </p>
        )}
      </div>
      {call && (
        <ChatLink className="btn" chatId={call.chat_id} view="all">
          <Icon of={IconMessageCircle} small /> {t("call.chat")}
        </ChatLink>
      )}
      {!isPanelOpen && (
        <Button
          variant="quiet"
          icon={IconLayoutSidebarRight}
          flipIcon
          aria-label={t("call.panel.show")}
          keys="]"
          onClick={onPanel}
        />
      )}
    </header>
  );
}
