import type { Visitor } from "@parlour/protocol";
import type { Person, PersonValue, VisitorMerge } from "@parlour/protocol/api";
import { contactFields } from "@parlour/protocol/api/visitors/contact-fields";
import { Button } from "../../Button.tsx";
import type { ChannelKind } from "../../chat/channel-kinds.ts";
import { formatFullTime } from "../../time.ts";
import { contactNames, getContactLabel } from "../contacts.ts";
import { ContactFact } from "../Contacts.tsx";
import { t } from "./person-text.ts";
import { usePersonActions } from "./use-person.ts";
import { VisitorLine } from "./VisitorLine.tsx";

interface MergedVisitorsProps {
  visitor: Visitor;
  person: Person;
  canChange: boolean;
  section: string;
  onDone: () => void;
}

/** Shows the visitors of the person with their channels, the other values, and the merges. */
export function MergedVisitors(props: MergedVisitorsProps) {
  const { visitor, person, canChange, section, onDone } = props;
  const title = t("person.count", { n: person.members.length });
  return (
    <section className={`${section} merged`} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {person.members.map((member) => (
          <li key={member.number}>
            <VisitorLine visitor={member} shown={member.number === visitor.number} />
          </li>
        ))}
      </ul>
      <OtherValues visitor={visitor} person={person} />
      <ul>
        {person.merges.map((merge) => (
          <li key={`${merge.visitor} ${merge.other}`}>
            <MergeLine {...{ merge, canChange, onDone }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the values that only the other visitors of the person have, with their sources. */
function OtherValues({ visitor, person }: { visitor: Visitor; person: Person }) {
  const rows = contactNames.flatMap((field) =>
    person[contactFields[field].plural]
      .filter((value) => value.visitor !== visitor.number)
      .map((value) => ({ field, value })),
  );
  if (rows.length === 0) return null;
  return (
    <dl className="facts">
      {rows.map(({ field, value }) => (
        <ContactFact
          key={`${field} ${value.visitor} ${value.value}`}
          label={`${getContactLabel(field)} · #${value.visitor}`}
          channel={findChannelKind(person, value)}
          contact={value}
          kind={field}
        />
      ))}
    </dl>
  );
}

const findChannelKind = ({ members }: Person, { visitor }: PersonValue): ChannelKind =>
  members.find(({ number }) => number === visitor)?.channel.kind ?? "api";

function MergeLine({
  merge,
  canChange,
  onDone,
}: {
  merge: VisitorMerge;
  canChange: boolean;
  onDone: () => void;
}) {
  const { busy, act } = usePersonActions(onDone);
  const pair = { first: merge.visitor, second: merge.other };
  const time = formatFullTime(merge.at);
  return (
    <div className="mergeline">
      <p className="t12 faint">
        {merge.by === null
          ? t("person.by.unknown", { ...pair, time })
          : t("person.by", { ...pair, name: merge.by.name, time })}
      </p>
      {canChange && (
        <Button
          small
          variant="quiet"
          unavailable={busy}
          aria-label={t("person.separate.of", pair)}
          onClick={() =>
            void act({
              path: `${merge.visitor}/merges/${merge.other}`,
              method: "delete",
              done: t("person.separated", pair),
            })
          }
        >
          {t("person.separate")}
        </Button>
      )}
    </div>
  );
}
