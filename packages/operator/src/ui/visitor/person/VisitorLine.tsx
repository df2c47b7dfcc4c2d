import type { PersonVisitor } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { getKnownVisitorName } from "../../../state/live-state.ts";
import { Avatar } from "../../badges.tsx";
import { ChannelLabel } from "../../chat/ChannelLabel.tsx";
import { getVisitorName } from "../../chat/visitor-name.ts";
import { t } from "./person-text.ts";

/** Shows a visitor with number and channel, and links to their page unless it is shown already. */
export function VisitorLine({ visitor, shown }: { visitor: PersonVisitor; shown?: boolean }) {
  const name = getVisitorName({ visitor });
  return (
    <div className="person">
      <Avatar
        visitorId={visitor.id}
        name={getKnownVisitorName(visitor)}
        size={28}
        photo={visitor.photo ?? ""}
      />
      <div className="grow">
        <p className="cut" dir="auto">
          {shown === true ? (
            name
          ) : (
            <Link to="/visitors/{-$number}" params={{ number: String(visitor.number) }}>
              {name}
            </Link>
          )}
        </p>
        <p className="t13 faint cut">
          #{visitor.number} · <ChannelLabel channel={visitor.channel} />
          {shown === true && <> · {t("person.here")}</>}
        </p>
      </div>
    </div>
  );
}
