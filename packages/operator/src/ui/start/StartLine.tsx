import type { Operator } from "@parlour/protocol";
import { useState } from "react";
import { useAccount } from "../../state/account.ts";
import { can } from "../../state/session.tsx";
import { Button } from "../Button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { AllSet, CheckList, Meter } from "./CheckList.tsx";
import { t } from "./text.ts";
import { useCheckList } from "./use-check-list.ts";

/** Shows the check list as one line below the chats, after the first chat. */
export function StartLine({ me }: { me: Operator }) {
  const start = useCheckList(me);
  const account = useAccount().data;
  const [isOpen, setIsOpen] = useState(false);
  const { items } = start;
  if (!can(me, "account.manage") || items === null || start.isOver || start.hasChats !== true)
    return null;
  if (start.isAllDone) return <AllSet name={account?.name ?? ""} onHide={start.hide} />;
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <div className="start-mini">
      <p>
        <b>{t("start.title")}</b>{" "}
        <span className="soft num">{t("start.of", { n: done, all: items.length })}</span>
      </p>
      <Button variant="quiet" small aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t("start.show")}
      </Button>
      <Meter items={items} />
      {isOpen && (
        <Dialog open title={t("start.title")} onClose={() => setIsOpen(false)}>
          <CheckList
            items={items}
            title={t("start.next")}
            onHide={() => {
              setIsOpen(false);
              start.hide();
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
