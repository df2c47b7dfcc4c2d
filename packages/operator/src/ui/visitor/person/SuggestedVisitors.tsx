import type { Visitor } from "@parlour/protocol";
import type { SharedContact, VisitorMatch, VisitorProfile } from "@parlour/protocol/api";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../Button.tsx";
import { getKindLabel, type ChannelKind } from "../../chat/channel-kinds.ts";
import { getVisitorName } from "../../chat/visitor-name.ts";
import { Icon } from "../../Icon.tsx";
import { ErrorMessage } from "../../loading/ErrorMessage.tsx";
import { formatPhoneForReading } from "../../phone/phone-number.ts";
import { t } from "./person-text.ts";
import { usePersonActions, useVisitorMatches } from "./use-person.ts";
import { VisitorLine } from "./VisitorLine.tsx";

interface SuggestedVisitorsProps {
  visitor: Visitor;
  person: VisitorProfile["person"];
  channel: ChannelKind;
  canChange: boolean;
  section: string;
  onDone: () => void;
}

/** Number of suggestions that are shown at first. */
const maxShown = 2;

/** Shows visitors who may be the same person, why, and the buttons to decide (CORE-290). */
export function SuggestedVisitors(props: SuggestedVisitorsProps) {
  const { visitor, person, channel, canChange, section, onDone } = props;
  const query = useVisitorMatches(visitor, person);
  const [isExpanded, setExpanded] = useState(false);
  const matches = query.data?.items ?? [];
  const shown = isExpanded ? matches : matches.slice(0, maxShown);
  if (query.isError && query.data === undefined)
    return (
      <section className={section} aria-label={t("person.suggested")}>
        <ErrorMessage error={query.error} onRetry={() => void query.refetch()}>
          {t("person.matches.failed")}
        </ErrorMessage>
      </section>
    );
  if (matches.length === 0) return null;
  return (
    <section className={`${section} suggested`} aria-label={t("person.suggested")}>
      <h3>{t("person.suggested")}</h3>
      <ul>
        {shown.map((match) => (
          <li key={match.visitor.number}>
            <SuggestedVisitor {...{ visitor, channel, match, canChange, onDone }} />
          </li>
        ))}
      </ul>
      {matches.length > shown.length && (
        <Button variant="text" small onClick={() => setExpanded(true)}>
          {t("person.suggested.more", { n: matches.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

interface SuggestedVisitorProps extends Pick<
  SuggestedVisitorsProps,
  "visitor" | "channel" | "canChange" | "onDone"
> {
  match: VisitorMatch;
}
function SuggestedVisitor({ visitor, channel, match, canChange, onDone }: SuggestedVisitorProps) {
  const { busy, act } = usePersonActions(onDone);
  const other = match.visitor;
  const [name, otherName] = [getVisitorName({ visitor }), getVisitorName({ visitor: other })];
  const pair = { name: nameWithNumber(name, visitor), other: nameWithNumber(otherName, other) };
  return (
    <>
      <VisitorLine visitor={other} />
      {match.contacts.map((contact) => (
        <SharedContactLine
          key={`${contact.kind} ${contact.value}`}
          contact={contact}
          numbers={[visitor.number, other.number]}
          channels={[channel, other.channel.kind]}
        />
      ))}
      {canChange && (
        <div className="acts">
          <Button
            small
            unavailable={busy}
            aria-label={t("person.merge.with", { name: pair.other })}
            onClick={() =>
              void act({
                path: `${visitor.number}/merges/${other.number}`,
                method: "put",
                done: t("person.merged", pair),
              })
            }
          >
            {t("person.merge")}
          </Button>
          <Button
            small
            variant="quiet"
            unavailable={busy}
            aria-label={t("person.differ.from", { name: pair.other })}
            onClick={() =>
              void act({
                path: `${visitor.number}/different/${other.number}`,
                method: "put",
                done: t("person.differed", pair),
              })
            }
          >
            {t("person.differ")}
          </Button>
        </div>
      )}
    </>
  );
}
/** Two visitors of one person often have the same name, so the number is always added. */
const nameWithNumber = (name: string, { number }: Visitor): string => `${name} (#${number})`;

/** Shows a shared value, its sources, and a warning if one of them is only a claim (CORE-020). */
function SharedContactLine({
  contact: { kind, value, source, other_source },
  numbers: [number, other],
  channels: [channel, otherChannel],
}: {
  contact: SharedContact;
  numbers: readonly [number, number];
  channels: readonly [ChannelKind, ChannelKind];
}) {
  const isClaimed = isClaimedSource(source, channel) || isClaimedSource(other_source, otherChannel);
  const shownValue = kind === "phone" ? formatPhoneForReading(value) : value;
  return (
    <div className="shared">
      <p dir="auto">{t(`person.same.${kind}`, { value: shownValue })}</p>
      <p className="t12 faint">
        #{number}: {formatSource(source, channel)} · #{other}:{" "}
        {formatSource(other_source, otherChannel)}
      </p>
      {isClaimed && (
        <p className="src forge">
          <Icon of={IconAlertTriangle} small />
          {t("person.claimed")}
        </p>
      )}
    </div>
  );
}

type Source = SharedContact["source"];
/** Whether the visitor, or anybody, can have chosen the value freely. */
const isClaimedSource = (source: Source, channel: ChannelKind): boolean =>
  source === "channel"
    ? getKindLabel(channel).isForgeable === true
    : source === "visitor" || source === "page";

const formatSource = (source: Source, channel: ChannelKind): string =>
  source === "channel" ? getKindLabel(channel).source() : t(`person.source.${source}`);
