import { DetailsBody, getExisting, retryUnlessMissing } from "../../ui/loading/DetailsBody.tsx";
import type { Operator } from "@parlour/protocol";
import type { VisitorOnline } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { t } from "./text.ts";
import { PaneHeader } from "./VisitorPaneHeader.tsx";
import { OptOuts } from "./opt-outs/OptOuts.tsx";
import { VisitorDetails } from "./VisitorDetails.tsx";
import { visitorProfileQuery } from "../../ui/visitor/person/use-person.ts";

const pollIntervalMs = 4000;

interface VisitorPaneProps {
  number: number;
  me: Operator;
  /** Present while the visitor has a page with a widget open. */
  online: VisitorOnline | undefined;
  /** Whether the operator pressed Invite to open this pane. */
  isInviting: boolean;
  onClose: () => void;
}

/**
 * Shows the details of a visitor: values with their source, visits, chats and blocks. While the
 * visitor is on the site, it includes the invitation form.
 */
export function VisitorPane({ number, me, online, isInviting, onClose }: VisitorPaneProps) {
  const query = useQuery({
    ...visitorProfileQuery(number),
    refetchInterval: pollIntervalMs,
    retry: retryUnlessMissing,
  });
  const chats = useQuery({
    queryKey: ["visitor", number, "chats", query.data?.chat?.id, query.data?.chat?.state],
    enabled: query.data !== undefined,
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
  });
  const visitor = getExisting(query);
  const name = visitor === undefined ? `#${number}` : getVisitorName({ visitor });
  return (
    <aside className="pane one" aria-label={name}>
      <PaneHeader
        {...{ visitor, name, me, online, onClose }}
        latest={chats.data?.items[0]}
        hasNone={chats.data?.items.length === 0}
      />
      <DetailsBody query={query} label={t("visitor.details")} missingText={t("visitor.gone")}>
        {(found) => (
          <>
            <VisitorDetails visitor={found} {...{ me, online, isInviting, chats }} />
            <OptOuts number={number} me={me} />
          </>
        )}
      </DetailsBody>
    </aside>
  );
}
